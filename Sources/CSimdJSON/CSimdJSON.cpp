#include "CSimdJSON.h"

#include <deque>
#include <functional>
#include <tuple>
#include <vector>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "Tape.h"

extern "C" const size_t csj_padding = SIMDJSON_PADDING;

namespace {

/// What is requested of a value: the value itself, and values below it.
struct Node {
  struct Child {
    Key key;
    std::unique_ptr<Node> node;
    /// The child that followed this one in the last record: records mostly repeat the order of keys.
    Child *follower = nullptr;
  };

  /// Children by key.
  struct Children {
    /// A deque, so that elements do not move.
    std::deque<Child> all;
    /// By the length of their keys, up to 31; longer ones are in the last row.
    std::vector<Child *> by_length[32];

    bool empty() const { return all.empty(); }

    Child *find(std::string_view key) const {
      for (Child *candidate : by_length[std::min<size_t>(key.size(), 31)]) {
        if (candidate->key == key) return candidate;
      }
      return nullptr;
    }

    Node *adding(std::string_view key) {
      if (Child *found = find(key)) return found->node.get();
      all.push_back({Key(key), std::make_unique<Node>()});
      by_length[std::min<size_t>(key.size(), 31)].push_back(&all.back());
      return all.back().node.get();
    }
  };

  /// The output indices of the value.
  std::vector<size_t> places;
  /// The output indices of its raw text.
  std::vector<size_t> whole_places;
  Children members;
  Children entries;
  Children schemas;
  std::unique_ptr<Node> first_element;

  /// The member that came first in the last record.
  Child *first = nullptr;

  /// Whether everything requested here belongs to the context of a record.
  bool is_context = false;

  bool has_elements() const { return !entries.empty() || !schemas.empty() || first_element; }
  bool has_parts() const { return !members.empty() || has_elements(); }

  /// Records in this node and those below it whether they belong to the context.
  bool mark_context(const std::vector<bool> &context) {
    is_context = has_parts() || !places.empty();
    for (size_t place : places) is_context &= context[place];
    for (Child &child : members.all) is_context &= child.node->mark_context(context);
    is_context &= !has_elements() && whole_places.empty();
    return is_context;
  }

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

/// The ends of records, which hold only members of the context.
class Endings {
 public:
  bool is_used() const { return !endings.empty(); }

  void set_context(const size_t *places, size_t count) {
    context.assign(places, places + count);
    endings.resize(count ? capacity : 0);
  }

  /// The member at which the last ending began; without such a member, no ending is known.
  const Node::Child *first = nullptr;

  /// Outputs the values of a known ending; returns its number, or 0 if it is unknown.
  uint64_t put(std::string_view text, csj_value *values) const {
    if (text.size() > longest) return 0;
    const Ending &known = endings[slot(text)];
    if (known.text != text) return 0;
    for (const Part &part : known.parts) values[part.place] = {text.data() + part.start, part.length, part.kind};
    return known.number;
  }

  /// Stores an ending with its values; returns its number, or 0 if it is too long or its text does not contain the values literally.
  uint64_t keep(std::string_view text, const csj_value *values) {
    if (text.size() > longest) return 0;
    Ending &kept = endings[slot(text)];
    if (kept.text == text) return kept.number;
    kept.text.clear();
    kept.parts.clear();
    for (size_t place : context) {
      const csj_value &value = values[place];
      if (value.kind == CSJ_ABSENT) continue;
      if (std::less<>()(value.bytes, text.data()) || !std::less<>()(value.bytes, text.data() + text.size())) return 0;
      kept.parts.push_back({place, size_t(value.bytes - text.data()), value.length, value.kind});
    }
    kept.text = text;
    return kept.number = ++count;
  }

 private:
  struct Part {
    size_t place, start, length;
    csj_kind kind;
  };
  struct Ending {
    std::string text;
    std::vector<Part> parts;
    uint64_t number = 0;
  };

  /// The memory is limited to a few megabytes, whatever the log.
  static constexpr size_t capacity = 4096, longest = 1024;

  static size_t slot(std::string_view text) { return XXH3_64bits(text.data(), text.size()) % capacity; }

  std::vector<size_t> context;
  /// By a hash of their texts; the latest entry wins.
  std::vector<Ending> endings;
  uint64_t count = 0;
};

/// `vendor/name/number` of `iglu:vendor/name/format/number-…`; empty if the text is not a schema.
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
  Tape record;
  Node root;
  size_t places = 0;
  /// The requested output indices.
  std::vector<size_t> asked;
  /// Joined lists of the current record; a deque, so that elements do not move.
  std::deque<std::string> lists;
  /// Texts in the current record that hold JSON, with their padded copies: the first `inner_count` are in use.
  struct Inner {
    Tape tape;
    std::string text;
  };
  std::deque<Inner> inner;
  size_t inner_count = 0;
  csj_value *values = nullptr;
  Endings endings;
  /// The number of the current record's context.
  uint64_t context = 0;

  void put(const Node &node, csj_value value) {
    for (size_t place : node.places) values[place] = value;
  }

  void put_whole(const Node &node, std::string_view text) {
    for (size_t place : node.whole_places) values[place] = {text.data(), text.size(), CSJ_RAW};
  }

  csj_status read_document(const char *bytes, size_t length, bool needs_object);
  bool read(Tape &tape, Node *node);
  bool read_members(Tape &tape, Node &node);
  bool read_member(Tape &tape, Node &node, Node::Child **&expected, Node::Child *&child);
  bool read_record();
  bool read_list(Tape &tape, Node &node);
  bool read_element(Tape &tape, Node &node);
  void read_text(std::string_view text, Node &node);
};

/// Reads the current value; false if it is invalid. A null node means: skip.
bool csj_reader::read(Tape &tape, Node *node) {
  if (!node) return tape.skip();
  switch (tape.peek()) {
    case '"': {
      std::string_view text;
      if (!tape.take_string(text)) return false;
      put(*node, {text.data(), text.size(), CSJ_STRING});
      if (node->has_parts() || !node->whole_places.empty()) read_text(text, *node);
      return true;
    }
    case '{': {
      put(*node, {nullptr, 0, CSJ_OTHER});
      const uint32_t *start = tape.here();
      if (!(node->has_elements() ? read_element(tape, *node) : read_members(tape, *node))) return false;
      put_whole(*node, tape.text_since(start));
      return true;
    }
    case '[': {
      const uint32_t *start = tape.here();
      if (!read_list(tape, *node)) return false;
      put_whole(*node, tape.text_since(start));
      return true;
    }
    case 't':
      put(*node, {"true", 4, CSJ_OTHER});
      return tape.take_word("true");
    case 'f':
      put(*node, {"false", 5, CSJ_OTHER});
      return tape.take_word("false");
    case 'n':
      put(*node, {nullptr, 0, CSJ_ABSENT});
      return tape.take_word("null");
    default: {
      std::string_view token;
      if (!tape.take_number(token)) return false;
      put(*node, {token.data(), token.size(), CSJ_NUMBER});
      return true;
    }
  }
}

/// Reads an object by its keys.
bool csj_reader::read_members(Tape &tape, Node &node) {
  if (!tape.enter('{')) return false;
  if (tape.leave('}')) return true;
  Node::Child **expected = &node.first, *child;
  do {
    if (!read_member(tape, node, expected, child)) return false;
  } while (tape.take(','));
  return tape.leave('}');
}

/// Reads a member.
/// - Parameters:
///   - expected: the slot of the member expected here, by the last record; afterwards, the slot of the next one.
///   - child: what is requested of the member, or null.
bool csj_reader::read_member(Tape &tape, Node &node, Node::Child **&expected, Node::Child *&child) {
  child = *expected;
  if (!child || !tape.take_key(child->key)) {
    std::string_view key;
    if (!tape.take_key(key)) return false;
    child = node.members.find(key);
    if (child) *expected = child;
  }
  if (child) expected = &child->follower;
  return read(tape, child ? child->node.get() : nullptr);
}

/// Reads a record by its keys, except for a known ending.
bool csj_reader::read_record() {
  if (!record.enter('{')) return false;
  if (record.leave('}')) return true;
  Node::Child **expected = &root.first, *child;
  // The start of the run of context members up to the current one, and whether other members precede it.
  const uint32_t *start = nullptr;
  Node::Child *first = nullptr;
  bool is_scattered = false;
  do {
    const uint32_t *here = record.here();
    if (!start && !is_scattered && endings.first && record.is_at(endings.first->key) && (context = endings.put(record.rest(here), values))) {
      record.go_to_end();
      return true;
    }
    if (!read_member(record, root, expected, child)) return false;
    if (child && child->node->is_context) {
      if (!start) std::tie(start, first) = std::tuple(here, child);
    } else if (start) {
      is_scattered = true;
      start = nullptr;
    }
  } while (record.take(','));
  if (!record.leave('}')) return false;
  endings.first = start ? first : nullptr;
  if (start && !is_scattered && record.at_end()) context = endings.keep(record.rest(start), values);
  return true;
}

/// Joins the texts and numbers of an array, or reads what is requested of its elements.
bool csj_reader::read_list(Tape &tape, Node &node) {
  if (!tape.enter('[')) return false;
  const bool is_wanted = !node.places.empty();
  std::string joined;
  bool is_joined = false;
  if (!tape.leave(']')) {
    bool is_first = true;
    do {
      const char begin = tape.peek();
      std::string_view text;
      if (is_first && node.first_element) {
        if (!read(tape, node.first_element.get())) return false;
      } else if (begin == '{' && node.has_elements() && !node.first_element) {
        if (!read_element(tape, node)) return false;
      } else if (is_wanted && (begin == '"' || is_number_start(begin))) {
        if (!(begin == '"' ? tape.take_string(text) : tape.take_number(text))) return false;
        if (is_joined) joined += '|';
        joined.append(text);
        is_joined = true;
      } else if (!tape.skip()) {
        return false;
      }
      is_first = false;
    } while (tape.take(','));
    if (!tape.leave(']')) return false;
  }
  if (is_wanted) {
    lists.push_back(std::move(joined));
    put(node, {lists.back().data(), lists.back().size(), CSJ_LIST});
  }
  return true;
}

/// Reads an object in an array, or in place of one: `{"key", "value"}`, `{"schema", "data"}`, or the first element.
bool csj_reader::read_element(Tape &tape, Node &node) {
  if (node.first_element) return read_members(tape, *node.first_element);
  const bool is_entry = !node.entries.empty();
  const uint32_t *start = tape.here();
  const uint32_t *name_place = nullptr, *value_place = nullptr;
  if (!tape.find_members(is_entry ? "key" : "schema", name_place, is_entry ? "value" : "data", value_place)) return false;
  const uint32_t *stop = tape.here();

  std::string_view name;
  if (name_place) tape.go(name_place);
  if (!name_place || tape.peek() != '"' || !tape.take_string(name)) {
    // Elements of another shape contain nothing that is requested.
    tape.go(node.members.empty() ? stop : start);
    return node.members.empty() || read_members(tape, node);
  }
  Node::Child *child = is_entry ? node.entries.find(name) : node.schemas.find(schema_key(name));
  if (child && value_place) {
    tape.go(value_place);
    if (!is_entry) {
      if (!read(tape, child->node.get())) return false;
    } else if (tape.take('{') && !tape.take('}')) {
      do {
        std::string_view arm;
        if (!tape.take_key(arm)) return false;
        // Client libraries write unset alternatives as null.
        if (!read(tape, tape.peek() == 'n' ? nullptr : child->node.get())) return false;
      } while (tape.take(','));
    }
  }
  tape.go(stop);
  return true;
}

/// Reads a text that holds a JSON object or array; other texts are left alone.
void csj_reader::read_text(std::string_view text, Node &node) {
  put_whole(node, text);
  size_t start = 0;
  while (start < text.size() && is_blank(text[start])) start++;
  if (start == text.size() || (text[start] != '{' && text[start] != '[') || inner_count == 64) return;
  if (inner_count == inner.size()) inner.emplace_back();
  Inner &own = inner[inner_count++];
  own.text.reserve(text.size() + SIMDJSON_PADDING);
  own.text.assign(text);
  if (!own.tape.open(own.text.data(), own.text.size())) (void)read(own.tape, &node);
}

csj_status csj_reader::read_document(const char *bytes, size_t length, bool needs_object) {
  // It is usually empty; clearing a deque is slower than checking that.
  if (!lists.empty()) lists.clear();
  inner_count = 0;
  context = 0;
  if (auto error = record.open(bytes, length)) return error == UTF8_ERROR ? CSJ_NOT_UTF8 : CSJ_NOT_JSON;
  const char begin = record.peek();
  bool is_valid;
  if (begin == '{') {
    is_valid = root.has_elements() ? read_element(record, root) : endings.is_used() ? read_record() : read_members(record, root);
  } else if (begin == '[' && !needs_object) {
    is_valid = read_list(record, root);
  } else {
    return begin == '[' || begin == '"' || begin == 't' || begin == 'f' || begin == 'n' || is_number_start(begin) ? CSJ_NOT_AN_OBJECT : CSJ_NOT_JSON;
  }
  return is_valid && record.at_end() ? CSJ_OK : CSJ_NOT_JSON;
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

extern "C" void csj_reader_set_context(csj_reader *reader, const size_t *places, size_t count) {
  std::vector<bool> context(reader->places);
  for (size_t i = 0; i < count; i++) context[places[i]] = true;
  reader->root.mark_context(context);
  reader->endings.set_context(places, count);
}

extern "C" uint64_t csj_reader_context(const csj_reader *reader) { return reader->context; }

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
