import { outline } from '../display/icon.tsx';

export const IconCheck = /* @__PURE__ */ outline('M5 12l5 5L20 7');
