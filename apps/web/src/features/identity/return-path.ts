/**
 * Where to go after a log-in: the `to` of the address, if it is a path of this app. Anything else
 * (another host, a scheme, "//host") would let a link send a freshly signed-in person elsewhere.
 */
export function returnPath(to: string | null): string {
  if (to === null || !/^\/(?![/\\])/.test(to)) return '/index';
  return /^\/(login|register|forgetpwd)\b/.test(to) ? '/index' : to;
}
