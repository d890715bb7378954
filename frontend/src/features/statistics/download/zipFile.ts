/** A file to pack: its path with slashes, and its text. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
}

const POLYNOMIAL = 0xedb88320;
const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = (remainder & 1) === 1 ? (remainder >>> 1) ^ POLYNOMIAL : remainder >>> 1;
  }
  return remainder;
});

/** The CRC-32 of ISO 3309, which ZIP files have of each of their files. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xffffffff) >>> 0;
}

const VERSION = 20;
const NAMES_IN_UTF8 = 0x0800;

/** Numbers of two or four bytes each, the lowest byte first. */
function numbers(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([value, bytes]) =>
      Array.from({ length: bytes }, (_, place) => (value >>> (8 * place)) & 0xff),
    ),
  );
}

/** A moment as MS-DOS has it, in UTC: two seconds are the finest, and 1980 is the first year. */
function dosTime(at: Date): readonly [time: number, day: number] {
  const time =
    (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | Math.floor(at.getUTCSeconds() / 2);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [time, day];
}

/**
 * A ZIP file (APPNOTE 6.3.3) of texts in UTF-8, not compressed, all of one moment: the same texts
 * give the same bytes.
 */
export function zipFile(files: readonly TextFile[], at: Date): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const [time, day] = dosTime(at);
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { path, text } of files) {
    const name = encoder.encode(path);
    const bytes = encoder.encode(text);
    const shared = numbers(
      [VERSION, 2],
      [NAMES_IN_UTF8, 2],
      [0, 2],
      [time, 2],
      [day, 2],
      [crc32(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    );
    parts.push(numbers([0x04034b50, 4]), shared, name, bytes);
    directory.push(
      numbers([0x02014b50, 4], [VERSION, 2]),
      shared,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      name,
    );
    offset += 4 + shared.length + name.length + bytes.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = numbers(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [files.length, 2],
    [files.length, 2],
    [size, 4],
    [offset, 4],
    [0, 2],
  );
  const packed = new Uint8Array(offset + size + end.length);
  let place = 0;
  for (const part of [...parts, ...directory, end]) {
    packed.set(part, place);
    place += part.length;
  }
  return packed;
}
