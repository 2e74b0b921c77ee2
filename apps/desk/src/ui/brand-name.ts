/** The brand at this host: the title of the page, as the server sent it. Read before the desk shows titles with more. */
export const brandName = document.title;
