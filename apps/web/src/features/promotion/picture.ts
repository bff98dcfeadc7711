const WIDTH = 720;
const HEIGHT = 960;
const SIDE = 520;

interface PictureTexts {
  readonly title: string;
  readonly site: string;
  readonly code: string;
}

/**
 * The QR code that the page shows as a picture to hand on, with the code in words below it. It is
 * drawn from the paths of the drawing, so that nothing has to be loaded.
 */
export async function savePicture(drawing: SVGSVGElement, texts: PictureTexts): Promise<void> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = '#111111';
  pen.textAlign = 'center';
  pen.font = '600 44px system-ui, sans-serif';
  pen.fillText(texts.title, WIDTH / 2, 96, WIDTH - 64);
  pen.font = '400 28px system-ui, sans-serif';
  pen.fillText(texts.site, WIDTH / 2, 148, WIDTH - 64);
  pen.font = '600 56px ui-monospace, monospace';
  pen.fillText(texts.code, WIDTH / 2, HEIGHT - 88, WIDTH - 64);
  const scale = SIDE / drawing.viewBox.baseVal.width;
  pen.translate((WIDTH - SIDE) / 2, 220);
  pen.scale(scale, scale);
  // The first path is the ground, the last the dark parts.
  const dark = [...drawing.querySelectorAll('path')].at(-1)?.getAttribute('d') ?? '';
  pen.fill(new Path2D(dark));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob === null) return;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = `invitation-${texts.code}.png`;
  link.click();
  URL.revokeObjectURL(link.href);
}
