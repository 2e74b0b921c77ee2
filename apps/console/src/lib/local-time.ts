/** Returns the value of `<input type="datetime-local">` for a moment (ms): the reader's own clock, to the minute. */
export function toLocalInput(at: number): string {
  const moment = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** The moment (ms) that such an input means; null when it is empty or says none. */
export function fromLocalInput(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? null : at;
}
