// Bytes to text: gzip, byte order marks, and everything that is not data at all.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { sniff } from './sniff.ts';

const CSV = 'date,open\n2020-01-01,1\n';

describe('sniff', () => {
  it('unpacks gzip by its content, whatever the name', () => {
    expect(sniff(gzipSync(CSV))).toEqual({ kind: 'table', text: CSV, notes: [] });
  });

  it('drops the mark of UTF-8 and reads UTF-16', () => {
    expect(sniff(Buffer.from(`\uFEFF${CSV}`)).text).toBe(CSV);
    expect(sniff(Buffer.from(`\uFEFF${CSV}`, 'utf16le')).text).toBe(CSV);
    expect(sniff(Buffer.from(`\uFEFF${CSV}`, 'utf16le').swap16()).text).toBe(CSV);
  });

  it('reads other encodings byte by byte and says so', () => {
    const sniffed = sniff(Buffer.from('date,Soci\xe9t\xe9\n', 'latin1'));
    expect(sniffed.text).toBe('date,Société\n');
    expect(sniffed.notes).toEqual(['the text is not UTF-8; it was read as Latin-1']);
  });

  it.each(['{"a":1}', ' \n[1]'])('knows JSON: %s', (text) => expect(sniff(Buffer.from(text)).kind).toBe('json'));

  it.each([
    ['', 'is empty'],
    ['  \n\n', 'is empty'],
    ['<!DOCTYPE html><html></html>', 'is a web page (HTML) instead of data; download the file again from the provider'],
    ['PK\u0003\u0004xl', 'is a zip archive or a spreadsheet; unpack it, or save the sheet as CSV, and import that'],
    ['date\u0000open', 'is not text (it holds zero bytes)'],
  ])('refuses %j', (text, reason) => expect(() => sniff(Buffer.from(text))).toThrow(reason));

  it('refuses a gzip file that is cut off or changed', () => {
    const whole = gzipSync(CSV.repeat(100));
    const changed = Buffer.from(whole);
    changed[whole.length - 6] ^= 0xff;
    for (const bytes of [whole.subarray(0, whole.length - 10), changed]) {
      expect(() => sniff(bytes)).toThrow('is a damaged gzip file (cut off or changed)');
    }
  });

  it('does not unfold a small file into a huge one', () => {
    const bomb = gzipSync(Buffer.alloc(3 * 1024 * 1024, 'a'));
    expect(bomb.length).toBeLessThan(10_000);
    expect(() => sniff(bomb, 2 * 1024 * 1024)).toThrow('unpacks to more than 2 MB');
  });
});
