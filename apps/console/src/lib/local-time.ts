/** Formats a moment (ms) for `<input type="datetime-local">`, in the browser's time zone, to the minute. */
export function toLocalInput(at: number): string {
  const moment = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-');
  return `${day}T${two(moment.getHours())}:${two(moment.getMinutes())}`;
}

/** Parses the value of such an input to a moment (ms); null when it is empty or invalid. */
export function fromLocalInput(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? null : at;
}
