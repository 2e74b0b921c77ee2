import { BlobSource, BufferTarget, Conversion, Input, OggOutputFormat, Output, WEBM } from 'mediabunny';

/** Remuxes the Opus stream of a WebM file into Ogg, without re-encoding. Rejects if the file contains anything else. */
export async function oggOf(webm: Blob): Promise<Blob> {
  using input = new Input({ source: new BlobSource(webm), formats: [WEBM] });
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const conversion = await Conversion.init({ input, output });
  if (!conversion.isValid) throw new Error('no sound that Ogg can hold');
  await conversion.execute();
  if (target.buffer === null) throw new Error('an empty recording');
  return new Blob([target.buffer], { type: 'audio/ogg' });
}
