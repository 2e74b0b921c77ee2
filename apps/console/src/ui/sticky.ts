/** antd's `sticky` for a table on a page: its head stops below navbar and tab bar (see `console.css`). */
export const stickyHead = { offsetHeader: 84 } as const;
