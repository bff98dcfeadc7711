import { outline } from '../display/icon.tsx';

export const IconArrowBarUp = /* @__PURE__ */ outline('M12 4v10m0-10l4 4m-4-4L8 8M4 20h16');
