import fs from 'node:fs';
import { icons as set } from '@iconify-json/tabler';
import { describe, expect, it } from 'vitest';
import { iconFiles, iconNames } from './icons.ts';

describe('icons', () => {
  it('KIT-023 each is the drawing of its name in the set', () => {
    const names = iconNames();
    expect(names.length).toBeGreaterThan(90);
    for (const { file, text } of iconFiles(names)) {
      expect(fs.readFileSync(file, 'utf8'), file).toBe(text);
    }
    expect(() => iconFiles(['no-such-drawing'])).toThrow('no-such-drawing');
  });

  it('KIT-023 a file has every line of a drawing, each at its own place', () => {
    const [several, areas] = ['circle-check', 'star-filled'].map((name) => {
      return iconFiles([name])[0]!.text;
    });
    expect(set.icons['circle-check']?.body.match(/<path/g)).toHaveLength(2);
    expect(several).toContain("'M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M9 12l2 2l4-4'");
    expect(several).toContain('outline(');
    expect(areas).toContain('filled(');
  });
});
