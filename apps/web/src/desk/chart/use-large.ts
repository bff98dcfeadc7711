import { useEffect, useState } from 'react';

/**
 * Shows the chart on the whole screen. The page goes full screen, not the chart element, because
 * menus and dialogs are outside the chart in the document and would be invisible otherwise.
 */
export function useLarge() {
  const [on, setOn] = useState(false);
  useEffect(() => {
    const left = () => {
      if (document.fullscreenElement === null) setOn(false);
    };
    document.addEventListener('fullscreenchange', left);
    return () => document.removeEventListener('fullscreenchange', left);
  }, []);
  const flip = () => {
    if (on) void document.exitFullscreen?.().catch(() => undefined);
    // A browser may refuse; the chart then fills the window instead.
    else void document.documentElement.requestFullscreen?.().catch(() => undefined);
    setOn(!on);
  };
  return { on, flip };
}
