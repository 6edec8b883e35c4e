#include "CSimdJSON.h"

#include <cstring>
#include <deque>
#include <memory>
#include <new>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

using namespace simdjson;

extern "C" const size_t csj_padding = SIMDJSON_PADDING;

namespace {

/// What is asked for of one value: the value itself, and values below it.
struct Node {
  struct Child {
    std::string key;
    std::unique_ptr<Node> node;
    /// The child that followed this one in the last record: records mostly repeat the order of their keys.
    Child *follower = nullptr;
  };

  /// Children by their keys.
  struct Children {
    /// A deque, so that they do not move.
    std::deque<Child> all;
    /// By the length of their keys, up to 31; longer ones are in the last row.
    std::vector<Child *> by_length[32];

    bool empty() const { return all.empty(); }

    Child *find(std::string_view key) const {
      for (Child *candidate : by_length[std::min<size_t>(key.size(), 31)]) {
        if (candidate->key.size() == key.size() && std::memcmp(candidate->key.data(), key.data(), key.size()) == 0) {
          return candidate;
        }
      }
      return nullptr;
    }

    Node *adding(std::string_view key) {
      if (Child *found = find(key)) return found->node.get();
      all.push_back({std::string(key), std::make_unique<Node>()});
      by_length[std::min<size_t>(key.size(), 31)].push_back(&all.back());
      return all.back().node.get();
    }
  };

  /// The places of the value itself among the values.
  std::vector<size_t> places;
  /// The places of its text as it stands in the record.
  std::vector<size_t> whole_places;
  Children members;
  Children entries;
  Children schemas;
  std::unique_ptr<Node> first_element;

  /// The member that came first in the last record.
  Child *first = nullptr;

  bool has_elements() const { return !entries.empty() || !schemas.empty() || first_element; }
  bool has_parts() const { return !members.empty() || has_elements(); }

  Node *adding(const csj_step &step) {
    switch (step.kind) {
      case CSJ_MEMBER: return members.adding(step.key);
      case CSJ_ENTRY: return entries.adding(step.key);
      case CSJ_SCHEMA: return schemas.adding(step.key);
      case CSJ_FIRST:
        if (!first_element) first_element = std::make_unique<Node>();
        return first_element.get();
      case CSJ_WHOLE: return this;
    }
    return this;
  }
};

/// Whether the text is a number by RFC 8259. (simdjson refuses numbers that fit no machine type; a record may hold them.)
bool is_number(std::string_view text) {
  size_t i = 0;
  auto digits = [&] {
    size_t start = i;
    while (i < text.size() && text[i] >= '0' && text[i] <= '9') i++;
    return i - start;
  };
  if (i < text.size() && text[i] == '-') i++;
  size_t start = i;
  size_t whole = digits();
  if (whole == 0 || (whole > 1 && text[start] == '0')) return false;
  if (i < text.size() && text[i] == '.') {
    i++;
    if (digits() == 0) return false;
  }
  if (i < text.size() && (text[i] == 'e' || text[i] == 'E')) {
    i++;
    if (i < text.size() && (text[i] == '+' || text[i] == '-')) i++;
    if (digits() == 0) return false;
  }
  return i == text.size();
}

/// Deeper records are refused: reading them takes a frame of the stack for each level. (simdjson has a limit just above, which it does not heed in
/// optimised builds.)
constexpr int32_t deepest = 1000;

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

std::string_view trimmed(std::string_view token) {
  while (!token.empty() && is_blank(token.back())) token.remove_suffix(1);
  return token;
}

/// `vendor/name/number` of `iglu:vendor/name/format/number-…`; empty where the text is none.
std::string schema_key(std::string_view schema) {
  constexpr std::string_view prefix = "iglu:";
  if (schema.substr(0, prefix.size()) == prefix) schema.remove_prefix(prefix.size());
  size_t name = schema.find('/');
  size_t format = name == std::string_view::npos ? name : schema.find('/', name + 1);
  size_t version = format == std::string_view::npos ? format : schema.find('/', format + 1);
  if (version == std::string_view::npos) return {};
  std::string key(schema.substr(0, format));
  std::string_view number = schema.substr(version + 1);
  return key.append("/").append(number.substr(0, number.find('-')));
}

}  // namespace

struct csj_reader {
  /// A parser for texts that hold JSON, with the padded copy that it reads.
  struct Inner {
    ondemand::parser parser;
    std::string text;
  };

  ondemand::parser parser;
  Node root;
  size_t places = 0;
  /// The places that were asked for.
  std::vector<size_t> asked;
  /// Joined lists of the present record; a deque, so that they do not move.
  std::deque<std::string> lists;
  /// Parsers of the texts in the present record that hold JSON: the first `inner_count` are in use.
  std::deque<Inner> inner;
  size_t inner_count = 0;
  csj_value *values = nullptr;
  /// An element of a list is read as the value of a node of its own, at place 0 of values of its own.
  Node list_element;

  csj_reader() { list_element.places = {0}; }

  void put(const Node *node, csj_value value) {
    if (!node) return;
    for (size_t place : node->places) values[place] = value;
  }

  void put_whole(const Node *node, std::string_view text) {
    for (size_t place : node->whole_places) values[place] = {text.data(), text.size(), CSJ_RAW};
  }

  csj_status read_document(const char *bytes, size_t length, bool needs_object);
  error_code read(ondemand::object object, Node *node);
  error_code read(ondemand::value value, Node *node);
  error_code read_list(ondemand::array array, Node *node);
  error_code read_element(ondemand::object object, Node *node);
  void read_text(std::string_view text, Node *node);
};

/// Reads an object. Where nobody asks for a value, it is still checked to be valid.
error_code csj_reader::read(ondemand::object object, Node *node) {
  Node::Child **expected = node ? &node->first : nullptr;
  for (auto result : object) {
    ondemand::field field;
    if (auto error = std::move(result).get(field)) return error;
    Node::Child *child = expected ? *expected : nullptr;
    if (!child || !field.key().unsafe_is_equal(child->key)) {
      std::string_view key;
      if (auto error = field.unescaped_key().get(key)) return error;
      child = node ? node->members.find(key) : nullptr;
      if (child) *expected = child;
    }
    if (child) expected = &child->follower;
    if (auto error = read(field.value(), child ? child->node.get() : nullptr)) return error;
  }
  return SUCCESS;
}

error_code csj_reader::read(ondemand::value value, Node *node) {
  if (value.current_depth() > deepest) return DEPTH_ERROR;
  ondemand::json_type type;
  if (auto error = value.type().get(type)) return error;
  switch (type) {
    case ondemand::json_type::string: {
      std::string_view text;
      if (auto error = value.get_string().get(text)) return error;
      put(node, {text.data(), text.size(), CSJ_STRING});
      if (node && (node->has_parts() || !node->whole_places.empty())) read_text(text, node);
      return SUCCESS;
    }
    case ondemand::json_type::number: {
      std::string_view token = trimmed(value.raw_json_token());
      if (!is_number(token)) return NUMBER_ERROR;
      put(node, {token.data(), token.size(), CSJ_NUMBER});
      return SUCCESS;
    }
    case ondemand::json_type::boolean: {
      bool truth;
      if (auto error = value.get_bool().get(truth)) return error;
      put(node, truth ? csj_value{"true", 4, CSJ_OTHER} : csj_value{"false", 5, CSJ_OTHER});
      return SUCCESS;
    }
    case ondemand::json_type::null: {
      put(node, {nullptr, 0, CSJ_ABSENT});
      bool is_null = false;
      if (auto error = value.is_null().get(is_null)) return error;
      return is_null ? SUCCESS : N_ATOM_ERROR;
    }
    case ondemand::json_type::object: {
      put(node, {nullptr, 0, CSJ_OTHER});
      ondemand::object object;
      if (auto error = value.get_object().get(object)) return error;
      if (node && !node->whole_places.empty()) {
        std::string_view text;
        if (auto error = object.raw_json().get(text)) return error;
        put_whole(node, text);
        if (auto error = object.reset().error()) return error;
      }
      return node && node->has_elements() ? read_element(object, node) : read(object, node);
    }
    case ondemand::json_type::array: {
      ondemand::array array;
      if (auto error = value.get_array().get(array)) return error;
      if (node && !node->whole_places.empty()) {
        std::string_view text;
        if (auto error = array.raw_json().get(text)) return error;
        put_whole(node, text);
        if (!node->has_elements()) return SUCCESS;
        if (auto error = array.reset().error()) return error;
      }
      return read_list(array, node);
    }
  }
  return INCORRECT_TYPE;
}

/// Joins the texts and numbers of an array, or reads of its elements what is asked for. All elements of a list are checked to be valid.
error_code csj_reader::read_list(ondemand::array array, Node *node) {
  const bool is_wanted = node && !node->places.empty();
  const bool has_elements = node && node->has_elements();
  std::string joined;
  bool is_first = true;
  csj_value element;
  csj_value *outer = values;
  for (auto result : array) {
    ondemand::value item;
    if (auto error = std::move(result).get(item)) return error;
    if (has_elements) {
      ondemand::json_type type;
      if (auto error = item.type().get(type)) return error;
      if (type == ondemand::json_type::object) {
        ondemand::object object;
        if (auto error = item.get_object().get(object)) return error;
        bool was_first = is_first;
        is_first = false;
        if (node->first_element) {
          if (auto error = read(object, was_first ? node->first_element.get() : nullptr)) return error;
        } else if (auto error = read_element(object, node)) {
          return error;
        }
        continue;
      }
    }
    element = {nullptr, 0, CSJ_ABSENT};
    values = &element;
    auto error = read(item, &list_element);
    values = outer;
    if (error) return error;
    if (has_elements && node->first_element && is_first) put(node->first_element.get(), element);
    if (has_elements) is_first = false;
    if (!is_wanted || (element.kind != CSJ_STRING && element.kind != CSJ_NUMBER)) continue;
    if (!is_first) joined += '|';
    joined.append(element.bytes, element.length);
    is_first = false;
  }
  if (is_wanted) {
    lists.push_back(std::move(joined));
    put(node, {lists.back().data(), lists.back().size(), CSJ_LIST});
  }
  return SUCCESS;
}

/// Reads an object that stands in an array, or for one: `{"key", "value"}`, `{"schema", "data"}`, or the first element.
error_code csj_reader::read_element(ondemand::object object, Node *node) {
  if (node->first_element) return read(object, node->first_element.get());
  const bool is_entry = !node->entries.empty();
  std::string_view name;
  auto found = object.find_field_unordered(is_entry ? "key" : "schema").get_string().get(name);
  // Elements of another shape hold nothing that is asked for.
  if (found == NO_SUCH_FIELD || found == INCORRECT_TYPE) return node->members.empty() ? SUCCESS : read(object, node);
  if (found) return found;
  Node::Child *child = is_entry ? node->entries.find(name) : node->schemas.find(schema_key(name));
  if (!child) return SUCCESS;
  ondemand::value value;
  auto error = object.find_field_unordered(is_entry ? "value" : "data").get(value);
  if (error) return error == NO_SUCH_FIELD ? SUCCESS : error;
  if (!is_entry) return read(value, child->node.get());
  ondemand::object arms;
  if (auto wrong = value.get_object().get(arms)) return wrong == INCORRECT_TYPE ? SUCCESS : wrong;
  for (auto result : arms) {
    ondemand::field arm;
    if (auto wrong = std::move(result).get(arm)) return wrong;
    ondemand::value held = arm.value();
    ondemand::json_type type;
    if (auto wrong = held.type().get(type)) return wrong;
    // Client libraries write the arms that are not set as null.
    if (type == ondemand::json_type::null) {
      bool is_null;
      if (auto wrong = held.is_null().get(is_null)) return wrong;
      continue;
    }
    if (auto wrong = read(held, child->node.get())) return wrong;
  }
  return SUCCESS;
}

/// Reads a text that holds a JSON object or array; any other text is nothing but that.
void csj_reader::read_text(std::string_view text, Node *node) {
  if (!node->whole_places.empty()) put_whole(node, text);
  size_t start = 0;
  while (start < text.size() && is_blank(text[start])) start++;
  if (start == text.size() || (text[start] != '{' && text[start] != '[') || inner_count == 64) return;
  if (inner_count == inner.size()) inner.emplace_back();
  Inner &own = inner[inner_count++];
  own.text.assign(text);
  own.text.reserve(text.size() + SIMDJSON_PADDING);
  ondemand::document document;
  if (own.parser.iterate(padded_string_view(own.text.data(), own.text.size(), own.text.capacity())).get(document)) return;
  ondemand::value value;
  if (document.get_value().get(value)) return;
  (void)read(value, node);
}

csj_status csj_reader::read_document(const char *bytes, size_t length, bool needs_object) {
  lists.clear();
  inner_count = 0;
  ondemand::document document;
  if (auto error = parser.iterate(padded_string_view(bytes, length, length + SIMDJSON_PADDING)).get(document)) {
    return error == UTF8_ERROR ? CSJ_NOT_UTF8 : CSJ_NOT_JSON;
  }
  ondemand::json_type type;
  if (document.type().get(type)) return CSJ_NOT_JSON;
  if (type == ondemand::json_type::object) {
    ondemand::object object;
    if (document.get_object().get(object)) return CSJ_NOT_JSON;
    if (root.has_elements() ? read_element(object, &root) : read(object, &root)) return CSJ_NOT_JSON;
  } else if (type == ondemand::json_type::array && !needs_object) {
    ondemand::array array;
    if (document.get_array().get(array)) return CSJ_NOT_JSON;
    if (read_list(array, &root)) return CSJ_NOT_JSON;
  } else {
    return CSJ_NOT_AN_OBJECT;
  }
  // Something that follows the object has a location; the end has none.
  const char *rest;
  return document.current_location().get(rest) ? CSJ_OK : CSJ_NOT_JSON;
}

struct csj_splitter {
  ondemand::parser parser;
  std::vector<csj_value> elements;
};

extern "C" csj_reader *csj_reader_create(size_t places) {
  auto reader = new (std::nothrow) csj_reader;
  if (reader) reader->places = places;
  return reader;
}

extern "C" void csj_reader_destroy(csj_reader *reader) { delete reader; }

extern "C" void csj_reader_add_path(csj_reader *reader, const csj_step *steps, size_t count, size_t place) {
  Node *node = &reader->root;
  for (size_t i = 0; i < count; i++) node = node->adding(steps[i]);
  (count > 0 && steps[count - 1].kind == CSJ_WHOLE ? node->whole_places : node->places).push_back(place);
  reader->asked.push_back(place);
}

extern "C" enum csj_status csj_reader_read(csj_reader *reader, const char *bytes, size_t length, csj_value *values) {
  for (size_t i = 0; i < reader->places; i++) values[i] = {nullptr, 0, CSJ_ABSENT};
  reader->values = values;
  return reader->read_document(bytes, length, true);
}

extern "C" enum csj_status csj_reader_fill(csj_reader *reader, const char *bytes, size_t length, csj_value *values) {
  for (size_t place : reader->asked) values[place] = {nullptr, 0, CSJ_ABSENT};
  reader->values = values;
  return reader->read_document(bytes, length, false);
}

extern "C" csj_splitter *csj_splitter_create(void) { return new (std::nothrow) csj_splitter; }

extern "C" void csj_splitter_destroy(csj_splitter *splitter) { delete splitter; }

extern "C" enum csj_status csj_splitter_split(
    csj_splitter *splitter, const char *bytes, size_t length, const csj_value **elements, size_t *count) {
  splitter->elements.clear();
  *elements = nullptr;
  *count = 0;
  ondemand::document document;
  if (splitter->parser.iterate(padded_string_view(bytes, length, length + SIMDJSON_PADDING)).get(document)) return CSJ_NOT_JSON;
  ondemand::array array;
  if (document.get_array().get(array)) return CSJ_NOT_JSON;
  for (auto result : array) {
    ondemand::value value;
    std::string_view text;
    if (std::move(result).get(value)) return CSJ_NOT_JSON;
    if (to_json_string(value).get(text)) return CSJ_NOT_JSON;
    splitter->elements.push_back({text.data(), text.size(), CSJ_RAW});
  }
  *elements = splitter->elements.data();
  *count = splitter->elements.size();
  return CSJ_OK;
}

extern "C" int csj_is_utf8(const char *bytes, size_t length) { return validate_utf8(bytes, length); }
