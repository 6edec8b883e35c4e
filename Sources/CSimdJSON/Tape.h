#ifndef NAVAUDIT_TAPE_H
#define NAVAUDIT_TAPE_H

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <simdjson.h>
#include <string>
#include <string_view>
#include <vector>

using namespace simdjson;

// With 3.0.1, 3.8.0, 3.12.3 and 5.0.2, the fuzzers' corpus and 58,000 mutations of it read the same; 4.x declares what is used here like these.
static_assert(
    SIMDJSON_VERSION_MAJOR >= 3 && SIMDJSON_VERSION_MAJOR <= 5,
    "CSimdJSON uses internals of simdjson 3 to 5; compare dom_parser_implementation (stage1, structural_indexes) in this version before allowing it");

namespace {

/// A key as written in a record, including the closing quote, for comparison eight bytes at a time.
class Key {
 public:
  explicit Key(std::string_view key) : text(key), words(key.size() / 8 + 1) {
    std::string quoted = text + '"';
    std::memcpy(words.data(), quoted.data(), quoted.size());
    std::memset(&last_mask, 0xFF, quoted.size() - 8 * (words.size() - 1));
    is_plain = key.find_first_of("\\\"") == std::string_view::npos;
  }

  bool operator==(std::string_view other) const { return text == other; }

  /// Whether a record continues with the key and the quote. Keys written with escapes are not found.
  bool begins(const char *bytes) const {
    uint64_t word;
    for (size_t i = 0; i + 1 < words.size(); i++, bytes += 8) {
      std::memcpy(&word, bytes, 8);
      if (word != words[i]) return false;
    }
    std::memcpy(&word, bytes, 8);
    return (word & last_mask) == words.back() && is_plain;
  }

 private:
  std::string text;
  /// The last one is padded with zeros.
  std::vector<uint64_t> words;
  uint64_t last_mask = 0;
  bool is_plain;
};

/// Whether the text is a number by RFC 8259. (simdjson refuses numbers that fit no machine type, but records may contain them.)
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

bool is_number_start(char byte) { return byte == '-' || (byte >= '0' && byte <= '9'); }

bool is_blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n'; }

/// A document after simdjson's first stage: valid UTF-8, all strings closed, and the positions of brackets, colons, commas, strings and
/// other scalars known. Everything between them is checked here, during traversal.
///
/// The first stage is internal to simdjson. Its public API, On Demand, takes twice as long for the same demands: it skips what is not requested without
/// validating it, so the record must be traversed for that, value by value. Its stream of documents ends at the first broken record, and a text that is
/// cut off, or a byte that is not UTF-8, spoils all records around it.
class Tape {
 public:
  /// More deeply nested records are refused.
  static constexpr size_t max_depth = 1000;

  error_code open(const char *document, size_t length) {
    if (!stage || length > stage->capacity()) {
      size_t capacity = std::max<size_t>(2 * length, 4096);
      auto error = stage ? stage->set_capacity(capacity)
                         : get_active_implementation()->create_dom_parser_implementation(capacity, max_depth, stage);
      if (!error) error = texts.allocate(1);
      if (error) return error;
      unescaped.reset(new (std::nothrow) uint8_t[capacity + 2 * SIMDJSON_PADDING]);
      if (!unescaped) return MEMALLOC;
    }
    bytes = document;
    unescaped_end = unescaped.get();
    auto error = stage->stage1(reinterpret_cast<const uint8_t *>(document), length, stage1_mode::regular);
    place = stage->structural_indexes.get();
    end = error ? place : place + stage->n_structural_indexes;
    level = 0;
    has_escapes = std::memchr(document, '\\', length) != nullptr;
    return error;
  }

  bool at_end() const { return place == end; }

  /// The byte at the current position; 0, which begins nothing, at the end.
  char peek() const { return place == end ? '\0' : bytes[*place]; }

  bool take(char expected) {
    if (peek() != expected) return false;
    place++;
    return true;
  }

  /// Enters and leaves an object or array.
  bool enter(char bracket) { return take(bracket) && ++level <= max_depth; }
  bool leave(char bracket) { return take(bracket) && level-- > 0; }

  const uint32_t *here() const { return place; }
  void go(const uint32_t *to) { place = to; }

  /// The text from a position to the last bracket that was passed.
  std::string_view text_since(const uint32_t *start) const { return {bytes + *start, place[-1] + 1 - *start}; }

  /// Whether the current string is this key.
  bool is_at(const Key &key) const {
    return peek() == '"' && end - place >= 2 && bytes[place[1]] == ':' && key.begins(bytes + *place + 1);
  }

  /// The same, and moves to its value.
  bool take_key(const Key &key) {
    if (!is_at(key)) return false;
    place += 2;
    return true;
  }

  bool take_key(std::string_view &key) {
    if (peek() != '"' || !take_string(key)) return false;
    return take(':');
  }

  /// The current string.
  bool take_string(std::string_view &text) {
    std::string_view token = take_token();
    if (token.size() < 2 || token.back() != '"') return false;
    text = token.substr(1, token.size() - 2);
    if (!has_escapes || std::memchr(text.data(), '\\', text.size()) == nullptr) return true;
    return !texts.unescape(ondemand::raw_json_string(reinterpret_cast<const uint8_t *>(text.data())), unescaped_end).get(text);
  }

  bool take_number(std::string_view &token) { return place != end && is_number(token = take_token()); }
  bool take_word(std::string_view word) { return take_token() == word; }

  /// Skips an object, and finds the values of two of its keys; of repeated keys, the first.
  bool find_members(std::string_view one, const uint32_t *&one_place, std::string_view other, const uint32_t *&other_place) {
    if (!enter('{')) return false;
    if (leave('}')) return true;
    do {
      std::string_view key;
      if (!take_key(key)) return false;
      if (key == one && !one_place) one_place = place;
      if (key == other && !other_place) other_place = place;
      if (!skip()) return false;
    } while (take(','));
    return leave('}');
  }

  /// Skips a value that is not requested, but validates it.
  bool skip() {
    uint64_t objects[max_depth / 64 + 1] = {};
    size_t depth = 0;
    while (true) {
      std::string_view text;
      bool opens = false;
      switch (peek()) {
        case '{':
        case '[': {
          if (level + depth >= max_depth) return false;
          const bool is_object = peek() == '{';
          const uint64_t bit = uint64_t(1) << (depth % 64);
          objects[depth / 64] = is_object ? objects[depth / 64] | bit : objects[depth / 64] & ~bit;
          place++;
          opens = !take(is_object ? '}' : ']');
          if (opens) {
            depth++;
            if (is_object && !take_key(text)) return false;
          }
          break;
        }
        case '"':
          if (!take_string(text)) return false;
          break;
        case 't':
          if (!take_word("true")) return false;
          break;
        case 'f':
          if (!take_word("false")) return false;
          break;
        case 'n':
          if (!take_word("null")) return false;
          break;
        default:
          if (!take_number(text)) return false;
      }
      if (opens) continue;
      while (true) {
        if (depth == 0) return true;
        const bool is_object = objects[(depth - 1) / 64] >> ((depth - 1) % 64) & 1;
        if (take(',')) {
          if (is_object && !take_key(text)) return false;
          break;
        }
        if (!take(is_object ? '}' : ']')) return false;
        depth--;
      }
    }
  }

 private:
  /// The text from the current position to the next, without trailing white space.
  std::string_view take_token() {
    uint32_t start = *place++;
    uint32_t stop = *place;
    while (stop > start + 1 && is_blank(bytes[stop - 1])) stop--;
    return {bytes + start, stop - start};
  }

  std::unique_ptr<internal::dom_parser_implementation> stage;
  /// For unescaping.
  ondemand::parser texts;
  std::unique_ptr<uint8_t[]> unescaped;
  uint8_t *unescaped_end = nullptr;
  const char *bytes = nullptr;
  /// The nesting level of the current position.
  size_t level = 0;
  bool has_escapes = false;
  /// The entry after the last holds the length of the document.
  const uint32_t *place = nullptr;
  const uint32_t *end = nullptr;
};

}  // namespace

#endif
