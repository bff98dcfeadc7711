/**
 * The target after a log-in: the `to` parameter if it is a path of this app. Anything else (another
 * host, a scheme, "//host") would let a link send a user who has just logged in to another site.
 */
export function returnPath(to: string | null): string {
  if (to === null || !/^\/(?![/\\])/.test(to)) return '/index';
  return /^\/(login|register|forgetpwd)\b/.test(to) ? '/index' : to;
}
