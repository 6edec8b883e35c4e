#ifndef CRE2_H
#define CRE2_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// A regular expression of the library RE2: its matches take time that is linear in the text, whatever the expression.
typedef struct cre2_pattern cre2_pattern;

/// Compiles an expression. To be freed also where it is none, which `cre2_error` tells.
cre2_pattern *cre2_new(const char *text, size_t length);
void cre2_free(cre2_pattern *pattern);

/// What is wrong with the expression, valid as long as the pattern; NULL where nothing is.
const char *cre2_error(const cre2_pattern *pattern);

/// The part of the expression that the error ends with, after a colon.
const char *cre2_error_part(const cre2_pattern *pattern);

/// How many groups the expression has, the whole match not counted.
int cre2_groups(const cre2_pattern *pattern);

/// A part of a text; `start` is NULL for a group that took no part in the match.
typedef struct {
  const char *start;
  size_t length;
} cre2_part;

/// Whether the pattern matches the whole text or, otherwise, is found in it. The first match and its groups go into `parts`.
bool cre2_match(const cre2_pattern *pattern, const char *text, size_t length, bool whole, cre2_part *parts, int count);

#ifdef __cplusplus
}
#endif

#endif
