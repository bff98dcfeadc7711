import { describe, expect, it } from 'vitest';
import { layoutFiles, layoutText } from './layouts.ts';
import { readText } from './tree.ts';

describe('files of enums', () => {
  it.each(layoutFiles)('ENGN-083 $file is that of its declaration', (layout) => {
    expect(readText(layout.file)).toBe(layoutText(layout));
  });

  it('ENGN-083 another field makes another file', () => {
    for (const layout of layoutFiles) {
      const { declaration } = layout;
      const fields = { ...declaration.fields, added: { type: 'integer' } } as const;
      const longer = { ...layout, declaration: { ...declaration, fields } };
      expect(readText(layout.file)).not.toBe(layoutText(longer));
      expect(layoutText(longer)).toContain('  added,\n');
    }
  });
});
