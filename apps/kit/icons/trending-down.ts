import { outline } from '../display/icon.tsx';

export const IconTrendingDown = /* @__PURE__ */ outline('M3 7l6 6l4-4l8 8M21 10v7h-7');
