import type { Tokens } from '@assay/kit/look/use-tokens.ts';

const HEAD = 30;

/** The heading of the saved image. */
export interface PictureHeading {
  readonly title: string;
  /** The time and the source of the prices. */
  readonly note: string;
}

/** Saves the chart as a PNG file with its pair, interval, time and the source of its prices. */
export async function savePicture(
  url: string,
  name: string,
  heading: PictureHeading,
  tokens: Tokens,
): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  const ratio = window.devicePixelRatio || 1;
  const head = HEAD * ratio;
  canvas.width = image.width;
  canvas.height = image.height + head;
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  ctx.fillStyle = tokens.surface;
  ctx.fillRect(0, 0, canvas.width, canvas.height);
  ctx.drawImage(image, 0, head);
  ctx.font = `600 ${13 * ratio}px ${tokens.font}`;
  ctx.textBaseline = 'middle';
  ctx.fillStyle = tokens.ink;
  ctx.fillText(heading.title, 12 * ratio, head / 2);
  const width = ctx.measureText(heading.title).width;
  ctx.font = `${12 * ratio}px ${tokens.font}`;
  ctx.fillStyle = tokens.ink3;
  ctx.fillText(heading.note, 24 * ratio + width, head / 2);
  const link = document.createElement('a');
  link.href = canvas.toDataURL('image/png');
  link.download = name;
  link.click();
}
