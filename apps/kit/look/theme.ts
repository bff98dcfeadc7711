import { createTheme } from '@mantine/core';

/**
 * Only behaviour and defaults. The look is in instrument.css, so that dark and light differ only in
 * CSS variables and nothing is computed at run time.
 */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--font)',
  defaultRadius: 'sm',
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Locking the scroll would inject a style element, which the content security policy refuses.
    Modal: {
      defaultProps: { lockScroll: false, centered: true, transitionProps: { duration: 120 } },
    },
    // The placeholder is not a valid child of a menu; the first item takes the focus instead.
    Menu: {
      defaultProps: {
        offset: 6,
        transitionProps: { duration: 80 },
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { offset: 6, transitionProps: { duration: 80 } } },
    // Mantine's scroll area would be a scrollable region that the keyboard cannot reach.
    Select: {
      defaultProps: { allowDeselect: false, checkIconPosition: 'right', withScrollArea: false },
    },
    ScrollArea: { defaultProps: { type: 'auto' } },
  },
});
