import { LOGO_MAX } from './rules.ts';

/** The first bytes of every PNG, and where its head says how large it is. */
const SIGNATURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const SIDE_MAX = 512;

/** Whether base64 is a PNG of at most 512 pixels a side: the only kind that a logo may have. */
export function isSmallPng(base64: string): boolean {
  if (base64.length > LOGO_MAX) return false;
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length < 33 || !bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return false;
  const sides = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  return sides.every((side) => side > 0 && side <= SIDE_MAX);
}

/** What accents stand on (kit/look/tokens.css): the ground, and the surface nearest to them. */
const GROUNDS = { dark: ['#0d0f11', '#20252a'], light: ['#f1f0ec', '#eceae4'] } as const;
/** WCAG 2.2, 1.4.3: text of ordinary size. */
const CONTRAST_MIN = 4.5;

/** Whether text in this colour can be read on the site's grounds; that of the software can. */
export function isReadable(colour: string, theme: keyof typeof GROUNDS): boolean {
  return colour === '' || GROUNDS[theme].every((on) => contrast(colour, on) >= CONTRAST_MIN);
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
