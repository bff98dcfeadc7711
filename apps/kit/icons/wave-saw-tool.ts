import { outline } from '../display/icon.tsx';

export const IconWaveSawTool = /* @__PURE__ */ outline('M3 12h5l4 8V4l4 8h5');
