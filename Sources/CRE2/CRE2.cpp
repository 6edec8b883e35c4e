#include "CRE2.h"

#include <re2/re2.h>

#include <vector>

struct cre2_pattern {
  RE2 expression;
};

static RE2::Options options() {
  RE2::Options options;
  options.set_log_errors(false);
  return options;
}

cre2_pattern *cre2_new(const char *text, size_t length) { return new cre2_pattern{{re2::StringPiece(text, length), options()}}; }

void cre2_free(cre2_pattern *pattern) { delete pattern; }

const char *cre2_error(const cre2_pattern *pattern) { return pattern->expression.ok() ? nullptr : pattern->expression.error().c_str(); }

const char *cre2_error_part(const cre2_pattern *pattern) { return pattern->expression.error_arg().c_str(); }

int cre2_size(const cre2_pattern *pattern) { return pattern->expression.ProgramSize(); }

int cre2_groups(const cre2_pattern *pattern) { return pattern->expression.NumberOfCapturingGroups(); }

bool cre2_match(const cre2_pattern *pattern, const char *text, size_t length, bool whole, cre2_part *parts, int count) {
  std::vector<re2::StringPiece> found(count);
  const auto anchor = whole ? RE2::ANCHOR_BOTH : RE2::UNANCHORED;
  if (!pattern->expression.Match(re2::StringPiece(text, length), 0, length, anchor, found.data(), count)) return false;
  for (int part = 0; part < count; part++) parts[part] = {found[part].data(), found[part].size()};
  return true;
}
