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

/// The keys that are asked for in one object.
struct Node {
  struct Child {
    std::string key;
    std::unique_ptr<Node> node;
    /// The child that followed this one in the last record: records mostly repeat the order of their keys.
    Child *follower = nullptr;
  };

  /// The places of the value itself among the values.
  std::vector<size_t> places;
  /// A deque, so that they do not move.
  std::deque<Child> children;
  /// Children by the length of their keys, up to 31; longer ones are in the last row.
  std::vector<Node::Child *> by_length[32];

  /// The child that came first in the last record.
  Child *first = nullptr;

  Child *child(std::string_view key) const {
    for (Child *candidate : by_length[std::min<size_t>(key.size(), 31)]) {
      if (candidate->key.size() == key.size() && std::memcmp(candidate->key.data(), key.data(), key.size()) == 0) {
        return candidate;
      }
    }
    return nullptr;
  }

  Node *adding(std::string_view key) {
    if (Child *found = child(key)) return found->node.get();
    children.push_back({std::string(key), std::make_unique<Node>()});
    by_length[std::min<size_t>(key.size(), 31)].push_back(&children.back());
    return children.back().node.get();
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

std::string_view trimmed(std::string_view token) {
  while (!token.empty() && (token.back() == ' ' || token.back() == '\t' || token.back() == '\r' || token.back() == '\n')) {
    token.remove_suffix(1);
  }
  return token;
}

}  // namespace

struct csj_reader {
  ondemand::parser parser;
  Node root;
  size_t places = 0;
  /// Joined lists of the present record; a deque, so that they do not move.
  std::deque<std::string> lists;
  csj_value *values = nullptr;

  void put(const Node *node, csj_value value) {
    if (!node) return;
    for (size_t place : node->places) values[place] = value;
  }

  error_code read(ondemand::object object, Node *node);
  error_code read(ondemand::value value, Node *node);
  error_code read_list(ondemand::value value, const Node *node);
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
      child = node ? node->child(key) : nullptr;
      if (child) *expected = child;
    }
    if (child) expected = &child->follower;
    if (auto error = read(field.value(), child ? child->node.get() : nullptr)) return error;
  }
  return SUCCESS;
}

error_code csj_reader::read(ondemand::value value, Node *node) {
  ondemand::json_type type;
  if (auto error = value.type().get(type)) return error;
  switch (type) {
    case ondemand::json_type::string: {
      std::string_view text;
      if (auto error = value.get_string().get(text)) return error;
      put(node, {text.data(), text.size(), CSJ_STRING});
      return SUCCESS;
    }
    case ondemand::json_type::number: {
      std::string_view token = trimmed(value.raw_json_token());
      if (!is_number(token)) return NUMBER_ERROR;
      put(node, {token.data(), token.size(), CSJ_NUMBER});
      return SUCCESS;
    }
    case ondemand::json_type::boolean: {
      bool ignored;
      put(node, {nullptr, 0, CSJ_OTHER});
      return value.get_bool().get(ignored);
    }
    case ondemand::json_type::null: {
      put(node, {nullptr, 0, CSJ_ABSENT});
      bool isNull = false;
      if (auto error = value.is_null().get(isNull)) return error;
      return isNull ? SUCCESS : N_ATOM_ERROR;
    }
    case ondemand::json_type::object: {
      put(node, {nullptr, 0, CSJ_OTHER});
      ondemand::object object;
      if (auto error = value.get_object().get(object)) return error;
      return read(object, node);
    }
    case ondemand::json_type::array:
      return read_list(value, node);
  }
  return INCORRECT_TYPE;
}

/// Joins the texts and numbers of an array. All elements are checked to be valid.
error_code csj_reader::read_list(ondemand::value value, const Node *node) {
  ondemand::array array;
  if (auto error = value.get_array().get(array)) return error;
  const bool is_wanted = node && !node->places.empty();
  std::string joined;
  bool is_first = true;
  // An element is read as the value of a node of its own.
  csj_value element;
  csj_value *outer = values;
  Node element_node;
  element_node.places = {0};
  for (auto result : array) {
    ondemand::value item;
    if (auto error = std::move(result).get(item)) return error;
    element = {nullptr, 0, CSJ_ABSENT};
    values = &element;
    auto error = read(item, &element_node);
    values = outer;
    if (error) return error;
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

extern "C" csj_reader *csj_reader_create(size_t places) {
  auto reader = new (std::nothrow) csj_reader;
  if (reader) reader->places = places;
  return reader;
}

extern "C" void csj_reader_destroy(csj_reader *reader) { delete reader; }

extern "C" void csj_reader_add_path(csj_reader *reader, const char *const *keys, size_t count, size_t place) {
  Node *node = &reader->root;
  for (size_t i = 0; i < count; i++) node = node->adding(keys[i]);
  node->places.push_back(place);
}

extern "C" enum csj_status csj_reader_read(csj_reader *reader, const char *bytes, size_t length, csj_value *values) {
  for (size_t i = 0; i < reader->places; i++) values[i] = {nullptr, 0, CSJ_ABSENT};
  reader->lists.clear();
  reader->values = values;
  ondemand::document document;
  if (auto error = reader->parser.iterate(padded_string_view(bytes, length, length + SIMDJSON_PADDING)).get(document)) {
    return error == UTF8_ERROR ? CSJ_NOT_UTF8 : CSJ_NOT_JSON;
  }
  ondemand::json_type type;
  if (document.type().get(type)) return CSJ_NOT_JSON;
  if (type != ondemand::json_type::object) return CSJ_NOT_AN_OBJECT;
  ondemand::object object;
  if (document.get_object().get(object)) return CSJ_NOT_JSON;
  if (reader->read(object, &reader->root)) return CSJ_NOT_JSON;
  // Something that follows the object has a location; the end has none.
  const char *rest;
  return document.current_location().get(rest) ? CSJ_OK : CSJ_NOT_JSON;
}

extern "C" int csj_is_utf8(const char *bytes, size_t length) { return validate_utf8(bytes, length); }
