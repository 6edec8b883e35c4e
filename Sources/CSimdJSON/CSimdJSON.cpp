#include "CSimdJSON.h"

#include <deque>
#include <vector>

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
  /// Lists of the current record; a deque, so that elements do not move.
  std::deque<std::string> lists;
  /// Texts in the current record that hold JSON, with their padded copies: the first `inner_count` are in use.
  struct Inner {
    Tape tape;
    std::string text;
  };
  std::deque<Inner> inner;
  size_t inner_count = 0;
  csj_value *values = nullptr;

  void put(const Node &node, csj_value value) {
    for (size_t place : node.places) values[place] = value;
  }

  void put_whole(const Node &node, std::string_view text) {
    for (size_t place : node.whole_places) values[place] = {text.data(), text.size(), CSJ_RAW};
  }

  csj_status read_document(const char *bytes, size_t length, bool needs_object);
  bool read(Tape &tape, Node *node);
  bool read_members(Tape &tape, Node &node);
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
  // The slot of the member expected next, by the last record.
  Node::Child **expected = &node.first;
  do {
    Node::Child *child = *expected;
    if (!child || !tape.take_key(child->key)) {
      std::string_view key;
      if (!tape.take_key(key)) return false;
      child = node.members.find(key);
      if (child) *expected = child;
    }
    if (child) expected = &child->follower;
    if (!read(tape, child ? child->node.get() : nullptr)) return false;
  } while (tape.take(','));
  return tape.leave('}');
}

/// Gathers the texts and numbers of an array, or reads what is requested of its elements.
bool csj_reader::read_list(Tape &tape, Node &node) {
  if (!tape.enter('[')) return false;
  const bool is_wanted = !node.places.empty();
  std::string list;
  if (!tape.leave(']')) {
    bool is_first = true;
    do {
      const char begin = tape.peek();
      std::string_view text;
      if (is_first && node.first_element) {
        if (!read(tape, node.first_element.get())) return false;
      } else if (begin == '{' && node.has_parts() && !node.first_element) {
        if (!read_element(tape, node)) return false;
      } else if (is_wanted && (begin == '"' || is_number_start(begin))) {
        if (!(begin == '"' ? tape.take_string(text) : tape.take_number(text))) return false;
        list += csj_list_mark;
        list.append(text);
      } else if (!tape.skip()) {
        return false;
      }
      is_first = false;
    } while (tape.take(','));
    if (!tape.leave(']')) return false;
  }
  if (is_wanted) {
    lists.push_back(std::move(list));
    put(node, {lists.back().data(), lists.back().size(), CSJ_LIST});
  }
  return true;
}

/// Reads an object in an array, or in place of one: `{"key", "value"}`, `{"schema", "data"}`, or the first element. What is requested as a member
/// of an array is an entry with this key.
bool csj_reader::read_element(Tape &tape, Node &node) {
  if (node.first_element) return read_members(tape, *node.first_element);
  const bool has_members_only = !node.has_elements();
  const bool is_entry = !node.entries.empty() || has_members_only;
  const uint32_t *start = tape.here();
  const uint32_t *name_place = nullptr, *value_place = nullptr;
  if (!tape.find_members(is_entry ? "key" : "schema", name_place, is_entry ? "value" : "data", value_place)) return false;
  const uint32_t *stop = tape.here();

  std::string_view name;
  if (name_place) tape.go(name_place);
  if (!name_place || tape.peek() != '"' || !tape.take_string(name)) {
    // Elements of another shape contain nothing that is requested.
    const bool is_skipped = node.members.empty() || has_members_only;
    tape.go(is_skipped ? stop : start);
    return is_skipped || read_members(tape, node);
  }
  Node::Child *child = is_entry ? node.entries.find(name) : node.schemas.find(schema_key(name));
  if (has_members_only) child = node.members.find(name);
  if (child && value_place) {
    tape.go(value_place);
    if (!is_entry || tape.peek() != '{') {
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
  if (auto error = record.open(bytes, length)) return error == UTF8_ERROR ? CSJ_NOT_UTF8 : CSJ_NOT_JSON;
  const char begin = record.peek();
  bool is_valid;
  if (begin == '{') {
    is_valid = root.has_elements() ? read_element(record, root) : read_members(record, root);
  } else if (begin == '[' && !needs_object) {
    is_valid = read_list(record, root);
  } else {
    return begin == '[' || begin == '"' || begin == 't' || begin == 'f' || begin == 'n' || is_number_start(begin) ? CSJ_NOT_AN_OBJECT : CSJ_NOT_JSON;
  }
  return is_valid && record.at_end() ? CSJ_OK : CSJ_NOT_JSON;
}

struct csj_lister {
  Tape tape;
  /// A padded copy of the document.
  std::string text;
  std::vector<csj_value> parts;

  void add(std::string_view part, csj_kind kind) { parts.push_back({part.data(), part.size(), kind}); }

  bool open(const char *bytes, size_t length) {
    parts.clear();
    text.reserve(length + SIMDJSON_PADDING);
    text.assign(bytes, length);
    return !tape.open(text.data(), length);
  }

  /// Adds the parts of the current value.
  bool list() {
    std::string_view part;
    const char begin = tape.peek();
    switch (begin) {
      case '{':
      case '[': {
        const char end = begin == '{' ? '}' : ']';
        if (!tape.enter(begin)) return false;
        add({}, begin == '{' ? CSJ_OBJECT : CSJ_ARRAY);
        if (!tape.leave(end)) {
          do {
            if (begin == '{') {
              if (!tape.take_key(part)) return false;
              add(part, CSJ_KEY);
            }
            if (!list()) return false;
          } while (tape.take(','));
          if (!tape.leave(end)) return false;
        }
        add({}, CSJ_END);
        return true;
      }
      case '"':
        if (!tape.take_string(part)) return false;
        add(part, CSJ_STRING);
        return true;
      case 't': add("true", CSJ_OTHER); return tape.take_word("true");
      case 'f': add("false", CSJ_OTHER); return tape.take_word("false");
      case 'n': add({}, CSJ_ABSENT); return tape.take_word("null");
      default:
        if (!tape.take_number(part)) return false;
        add(part, CSJ_NUMBER);
        return true;
    }
  }

  /// Adds the texts of the elements of an array that are objects or arrays; of others, the beginnings.
  bool list_elements() {
    if (!tape.enter('[')) return false;
    if (tape.leave(']')) return true;
    do {
      const uint32_t *start = tape.here();
      if (!tape.skip()) return false;
      add(tape.text_since(start), CSJ_RAW);
    } while (tape.take(','));
    return tape.leave(']');
  }

  csj_status put(bool is_valid, const csj_value **found, size_t *count) {
    is_valid = is_valid && tape.at_end();
    *found = is_valid ? parts.data() : nullptr;
    *count = is_valid ? parts.size() : 0;
    return is_valid ? CSJ_OK : CSJ_NOT_JSON;
  }
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

extern "C" csj_lister *csj_lister_create(void) { return new (std::nothrow) csj_lister; }

extern "C" void csj_lister_destroy(csj_lister *lister) { delete lister; }

extern "C" enum csj_status csj_lister_parts(csj_lister *lister, const char *bytes, size_t length, const csj_value **parts, size_t *count) {
  return lister->put(lister->open(bytes, length) && lister->list(), parts, count);
}

extern "C" enum csj_status csj_lister_elements(csj_lister *lister, const char *bytes, size_t length, const csj_value **elements, size_t *count) {
  return lister->put(lister->open(bytes, length) && lister->list_elements(), elements, count);
}

extern "C" int csj_is_utf8(const char *bytes, size_t length) { return validate_utf8(bytes, length); }
