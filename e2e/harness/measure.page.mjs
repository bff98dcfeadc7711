// Runs in the page: see measure.ts.
export default function measure() {
  /** Boxes end at parts of a pixel. */
  const LEAST = 0.75;
  const faults = [];
  const main = document.querySelector('main');
  if (!main) return ['there is no main landmark'];
  const rtl = getComputedStyle(main).direction === 'rtl';
  const nameOf = (element) =>
    `${element.tagName.toLowerCase()} "${(element.textContent ?? '').trim().slice(0, 40)}"`;
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0;
  };

  if (main.scrollWidth > main.clientWidth) {
    faults.push(`main is ${main.scrollWidth - main.clientWidth} px wider than the screen`);
  }

  // Text: inside the screen, and inside each part around it that cuts off.
  const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!parent || !node.textContent.trim() || parent.closest('.seen-by-ear, svg, option'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width === 0) continue;
    for (let around = parent; around && around !== main; ) {
      const style = getComputedStyle(around);
      // There for screen readers only.
      if (style.clipPath === 'inset(50%)') break;
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY);
      if (scrolls || style.textOverflow === 'ellipsis') break;
      const limit = around.getBoundingClientRect();
      const beyond = Math.max(limit.left - box.left, box.right - limit.right);
      const below = Math.max(limit.top - box.top, box.bottom - limit.bottom);
      const cuts = /hidden|clip/.test(style.overflowX);
      if (cuts ? Math.max(beyond, below) > LEAST : style.display !== 'inline' && beyond > LEAST) {
        faults.push(`${cuts ? 'cut off' : 'beyond its part'}: ${nameOf(parent)}`);
        break;
      }
      around = around.parentElement;
    }
    const scroller = parent.closest('section[tabindex="0"], [role="tablist"], nav');
    if (!scroller && (box.left < -LEAST || box.right > innerWidth + LEAST)) {
      faults.push(`outside the screen: ${nameOf(parent)}`);
    }
  }

  // What stands one below the other begins at one edge, and after what is above it.
  for (const column of main.querySelectorAll('[data-kit="content"], [data-kit="form"]')) {
    const { paddingInlineStart } = getComputedStyle(column);
    const inner = Number.parseFloat(paddingInlineStart);
    const own = column.getBoundingClientRect();
    const edge = rtl ? own.right - inner : own.left + inner;
    let before = null;
    for (const part of [...column.children].filter(isShown)) {
      const box = part.getBoundingClientRect();
      const start = rtl ? box.right : box.left;
      if (Math.abs(start - edge) > LEAST) {
        faults.push(`${(start - edge).toFixed(1)} px beside the edge: ${nameOf(part)}`);
      }
      if (before && box.top < before.bottom - LEAST) faults.push(`one on another: ${nameOf(part)}`);
      before = box;
    }
  }

  // A field is as wide as its column, and so is its box.
  for (const field of main.querySelectorAll('[data-kit="field"]')) {
    const own = field.getBoundingClientRect();
    for (const part of [...field.children].filter(isShown)) {
      const box = part.getBoundingClientRect();
      if (box.left < own.left - LEAST || box.right > own.right + LEAST) {
        faults.push(`wider than its field: ${nameOf(part)}`);
      }
    }
  }

  // The figures of a column end below each other.
  for (const table of main.querySelectorAll('[data-kit="table"]')) {
    const ends = new Map();
    for (const row of table.tBodies[0]?.rows ?? []) {
      for (const cell of row.cells) {
        const figure = cell.querySelector('bdi');
        const isFigure = getComputedStyle(cell).textAlign === (rtl ? 'start' : 'end');
        if (!figure || !isFigure) continue;
        const end = figure.getBoundingClientRect().right;
        const first = ends.get(cell.cellIndex) ?? end;
        ends.set(cell.cellIndex, first);
        if (Math.abs(end - first) > LEAST) faults.push(`not below each other: ${nameOf(cell)}`);
      }
    }
  }
  return faults;
}
