// Plays files through the simdjson and RE2 shims, as the Swift code does: for valgrind, under which Swift does not run.
#include "CRE2.h"
#include "CSimdJSON.h"

#include <cstdio>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

static size_t touched = 0;

static void touch(const csj_value &value) {
  for (size_t i = 0; value.bytes && i < value.length; i++) touched += static_cast<unsigned char>(value.bytes[i]);
}

/// Uses a record as a regular expression, and searches for it in the record.
static void search(const std::string &record) {
  std::vector<char> expression(record.begin(), record.begin() + std::min<size_t>(record.size(), 200));
  std::vector<char> text(record.begin(), record.end());
  cre2_pattern *pattern = cre2_new(expression.data(), expression.size());
  if (const char *error = cre2_error(pattern)) {
    touched += std::string(error).size() + std::string(cre2_error_part(pattern)).size();
  } else {
    std::vector<cre2_part> parts(cre2_groups(pattern) + 1);
    for (bool whole : {false, true}) {
      if (!cre2_match(pattern, text.data(), text.size(), whole, parts.data(), parts.size())) continue;
      for (const cre2_part &part : parts) touched += part.start ? std::string(part.start, part.length).size() : 0;
    }
  }
  cre2_free(pattern);
}

int main(int argc, char **argv) {
  const csj_step paths[][3] = {
      {{CSJ_MEMBER, "event"}},
      {{CSJ_MEMBER, "time"}},
      {{CSJ_MEMBER, "properties"}, {CSJ_MEMBER, "screen"}},
      {{CSJ_MEMBER, "b"}, {CSJ_FIRST, ""}},
      {{CSJ_MEMBER, "event_params"}, {CSJ_ENTRY, "screen"}},
      {{CSJ_MEMBER, "contexts"}, {CSJ_SCHEMA, "v/n/1"}, {CSJ_MEMBER, "a"}},
      {{CSJ_MEMBER, "e"}, {CSJ_WHOLE, ""}},
      {{CSJ_MEMBER, "value"}},
  };
  const size_t lengths[] = {1, 1, 2, 2, 2, 3, 2, 1};
  const size_t count = sizeof lengths / sizeof *lengths;
  std::vector<csj_value> values(count);
  csj_reader *reader = csj_reader_create(count);
  csj_lister *lister = csj_lister_create();
  for (size_t place = 0; place < count; place++) csj_reader_add_path(reader, paths[place], lengths[place], place);
  size_t records = 0;
  auto read = [&](const std::string &record) {
    // Allocated with exactly this size, so that reads beyond the padding are detected.
    std::vector<char> padded(record.begin(), record.end());
    padded.resize(record.size() + csj_padding);
    csj_is_utf8(padded.data(), record.size());
    if (csj_reader_read(reader, padded.data(), record.size(), values.data()) == CSJ_OK) {
      for (const csj_value &value : values) touch(value);
    }
    csj_reader_fill(reader, padded.data(), record.size(), values.data());
    const csj_value *elements;
    size_t length;
    for (auto list : {csj_lister_elements, csj_lister_parts}) {
      if (list(lister, padded.data(), record.size(), &elements, &length) != CSJ_OK) continue;
      for (size_t i = 0; i < length; i++) touch(elements[i]);
    }
    search(record);
    records++;
  };
  for (int i = 1; i < argc; i++) {
    std::ifstream file(argv[i], std::ios::binary);
    std::string text((std::istreambuf_iterator<char>(file)), {});
    read(text);
    if (!text.empty()) read(text.substr(1));
    for (size_t start = 0, end; start < text.size(); start = end + 1) {
      end = std::min(text.find('\n', start), text.size());
      read(text.substr(start, end - start));
    }
  }
  csj_lister_destroy(lister);
  csj_reader_destroy(reader);
  std::printf("%d files, %zu records, %zu\n", argc - 1, records, touched);
}
