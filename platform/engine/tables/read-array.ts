/** The values of an array literal, as text: {1,NULL,"a b"}. */
export function readArray(literal: string): (string | null)[] {
  const body = literal.slice(1, -1);
  if (body === '') return [];
  if (!body.includes('"')) {
    return body.split(',').map((item) => (item === 'NULL' ? null : item));
  }
  const values: (string | null)[] = [];
  const item = /"((?:[^"\\]|\\.)*)"|([^,]+)/gs;
  for (const [, quoted, plain] of body.matchAll(item)) {
    if (quoted !== undefined) values.push(quoted.replace(/\\(.)/gs, '$1'));
    else values.push(plain === 'NULL' ? null : (plain as string));
  }
  return values;
}
