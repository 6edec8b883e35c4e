#ifndef CRE2_H
#define CRE2_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A regular expression of the RE2 library: matching takes linear time in the text, whatever the expression.
typedef struct cre2_pattern cre2_pattern;

/// Compiles an expression. Free it even if it is invalid, as reported by `cre2_error`.
cre2_pattern *cre2_new(const char *text, size_t length);
void cre2_free(cre2_pattern *pattern);

/// Why the expression is invalid, valid as long as the pattern; NULL if it is valid.
const char *cre2_error(const cre2_pattern *pattern);

/// The invalid part of the expression, with which the error ends, after a colon.
const char *cre2_error_part(const cre2_pattern *pattern);

/// The number of instructions that it is compiled to: how long compiling took, and how much memory.
int cre2_size(const cre2_pattern *pattern);

/// The number of groups, not counting the entire match.
int cre2_groups(const cre2_pattern *pattern);

/// A part of a text; `start` is NULL for a group without a match.
typedef struct {
  const char *start;
  size_t length;
} cre2_part;

/// Whether the pattern matches the entire text or, otherwise, is found in it. The first match and its groups go into `parts`.
bool cre2_match(const cre2_pattern *pattern, const char *text, size_t length, bool whole, cre2_part *parts, int count);

#ifdef __cplusplus
}
#endif

#endif
