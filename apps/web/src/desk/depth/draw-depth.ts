import type { Tokens } from '@assay/kit/look/use-tokens.ts';
import type { Depth, Step } from './depth-curve.ts';

interface Words {
  price(ticks: number): string;
  quantity(lots: number): string;
}

const FOOT = 22;
const HEAD = 12;
const PRICES = 5;
const FILL = 0.16;

/** Draws both curves, their axes and the line at the pointer. Clears the canvas for null. */
export function drawDepth(
  canvas: HTMLCanvasElement,
  depth: Depth | null,
  pointer: number | null,
  tokens: Tokens,
  words: Words,
): void {
  const { clientWidth: width, clientHeight: height } = canvas;
  const ratio = window.devicePixelRatio || 1;
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w;
    canvas.height = h;
  }
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
  ctx.clearRect(0, 0, width, height);
  if (depth === null || depth.mostLots === 0) return;
  const x = (ticks: number) =>
    ((ticks - depth.fromTicks) / (depth.toTicks - depth.fromTicks)) * width;
  const y = (lots: number) =>
    height - FOOT - (lots / (depth.mostLots * 1.08)) * (height - FOOT - HEAD);
  drawAxes(ctx, depth, width, height, tokens, words, y);
  drawSide(ctx, depth.bids, 0, tokens.buy, x, y);
  drawSide(ctx, depth.asks, width, tokens.sell, x, y);
  if (pointer === null) return;
  ctx.strokeStyle = tokens.lineStrong;
  ctx.setLineDash([4, 3]);
  ctx.beginPath();
  ctx.moveTo(pointer, 0);
  ctx.lineTo(pointer, height - FOOT);
  ctx.stroke();
  ctx.setLineDash([]);
}

function drawAxes(
  ctx: CanvasRenderingContext2D,
  depth: Depth,
  width: number,
  height: number,
  tokens: Tokens,
  words: Words,
  y: (lots: number) => number,
): void {
  ctx.font = `11px ${tokens.font}`;
  ctx.strokeStyle = tokens.line;
  ctx.fillStyle = tokens.ink3;
  ctx.lineWidth = 1;
  ctx.textBaseline = 'middle';
  for (let i = 1; i <= 4; i += 1) {
    const lots = (depth.mostLots * i) / 4;
    const at = Math.round(y(lots)) + 0.5;
    ctx.beginPath();
    ctx.moveTo(0, at);
    ctx.lineTo(width, at);
    ctx.stroke();
    ctx.textAlign = 'right';
    ctx.fillText(words.quantity(lots), width - 6, at - 8);
  }
  ctx.textAlign = 'center';
  for (let i = 0; i < PRICES; i += 1) {
    const share = (i + 0.5) / PRICES;
    const ticks = depth.fromTicks + (depth.toTicks - depth.fromTicks) * share;
    ctx.fillText(words.price(ticks), width * share, height - FOOT / 2);
  }
}

/** A staircase from the best price outwards to the edge of the window. */
function drawSide(
  ctx: CanvasRenderingContext2D,
  steps: readonly Step[],
  edge: number,
  color: string,
  x: (ticks: number) => number,
  y: (lots: number) => number,
): void {
  const first = steps[0];
  if (first === undefined) return;
  const path = new Path2D();
  path.moveTo(x(first.ticks), y(0));
  let lots = 0;
  for (const step of steps) {
    path.lineTo(x(step.ticks), y(lots));
    path.lineTo(x(step.ticks), y(step.sumLots));
    lots = step.sumLots;
  }
  path.lineTo(edge, y(lots));
  ctx.strokeStyle = color;
  ctx.lineWidth = 1.5;
  ctx.stroke(path);
  path.lineTo(edge, y(0));
  path.closePath();
  ctx.globalAlpha = FILL;
  ctx.fillStyle = color;
  ctx.fill(path);
  ctx.globalAlpha = 1;
}
