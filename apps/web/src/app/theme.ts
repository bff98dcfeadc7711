import { createTheme } from '@mantine/core';

/**
 * Only behaviour and defaults; the look is in instrument.css, so that dark and light are a matter
 * of CSS variables and nothing is computed while the page runs.
 */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font)',
  defaultRadius: 'sm',
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Locking the scroll would inject a style element, which the content policy refuses.
    Modal: {
      defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120 } },
    },
    // The placeholder would be a child that a menu may not have; the first item takes the focus.
    Menu: {
      defaultProps: {
        offset: 6,
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { offset: 6, transitionProps: { duration: 80 } } },
    Tooltip: { defaultProps: { openDelay: 300, offset: 6, transitionProps: { duration: 80 } } },
    Tabs: { defaultProps: { keepMounted: false } },
    // Its own scroll area would be a part that scrolls and cannot be reached by keys.
    Select: {
      defaultProps: { allowDeselect: false, checkIconPosition: 'right', withScrollArea: false },
    },
    ScrollArea: { defaultProps: { type: 'auto' } },
  },
});
