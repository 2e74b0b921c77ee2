/**
 * Stores many short texts as bytes in a few large buffers: a million separate strings would take three times the
 * memory, and a workbook of a million names has them all in one table.
 */
const pageBytes = 1_048_576;
const pageOffsets = 65_536;

export class StringTable {
  readonly #pages: Buffer[] = [];
  readonly #ends: Uint32Array[] = [];
  /** Page and offset of the next text as one number: `page * pageBytes + offset`. */
  #at = 0;
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** The number of allocated bytes. */
  get bytes(): number {
    return this.#pages.length * pageBytes;
  }

  /** `text`: a page long at most. */
  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    // Each text is within one page: it begins where the previous one ends, or with a new page.
    if (this.#at + bytes > this.#pages.length * pageBytes) {
      this.#at = this.#pages.length * pageBytes;
      this.#pages.push(Buffer.allocUnsafeSlow(pageBytes));
    }
    const page = this.#pages.at(-1);
    page?.write(text, this.#at - (this.#pages.length - 1) * pageBytes);
    if (this.#count % pageOffsets === 0) this.#ends.push(new Uint32Array(pageOffsets * 2));
    const offsets = this.#ends.at(-1);
    const place = (this.#count % pageOffsets) * 2;
    if (offsets) {
      offsets[place] = this.#at;
      offsets[place + 1] = bytes;
    }
    this.#at += bytes;
    this.#count += 1;
  }

  /** Undefined: there is no text with this number. */
  get(index: number): string | undefined {
    const offsets = this.#ends[Math.floor(index / pageOffsets)];
    if (index >= this.#count || offsets === undefined) return undefined;
    const place = (index % pageOffsets) * 2;
    const [at = 0, bytes = 0] = [offsets[place], offsets[place + 1]];
    const start = at % pageBytes;
    // A text that fills a page to its end starts in the page that `at` names; for an empty one after it, `at` may
    // name the next.
    return this.#pages[Math.floor(at / pageBytes)]?.toString('utf8', start, start + bytes) ?? '';
  }
}
