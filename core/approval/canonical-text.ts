/**
 * Canonical JSON: no spaces, and the members of an object sorted by the UTF-16 units of their names
 * (as in RFC 8785), so that equal values have equal digests.
 * Undefined members are left out, as JSON.stringify does. Throws on what plain JSON cannot
 * represent: other undefined values, bigints, functions, non-finite numbers, class instances.
 */
export function canonicalText(value: unknown): string {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'number':
      if (Number.isFinite(value)) return JSON.stringify(value);
      break;
    case 'object':
      if (value === null) return 'null';
      if (Array.isArray(value)) return `[${Array.from(value, canonicalText).join(',')}]`;
      if (isPlain(value)) return `{${membersOf(value).join(',')}}`;
  }
  throw new TypeError('a value that plain JSON cannot say has no canonical text');
}

function membersOf(value: object): string[] {
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalText(member)}`);
}

function isPlain(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
