// Names and sectors from a constituents list.
import { describe, expect, it } from 'vitest';
import { readMetadata } from './metadata.ts';

const read = (text: string) => [...readMetadata(Buffer.from(text))];

describe('readMetadata', () => {
  it('reads the lists of both kinds of exchange', () => {
    expect(
      read(
        'Company Name,Industry,Symbol,Series,ISIN Code\nAcme Ltd.,CONSUMER GOODS,ACME,EQ,INE1\nB Ltd,IT,B,EQ,INE2\n',
      ),
    ).toEqual([
      ['ACME', { name: 'Acme Ltd.', sector: 'Consumer Goods' }],
      ['B', { name: 'B Ltd', sector: 'IT' }],
    ]);
    expect(read('Symbol,Security,GICS Sector,Headquarters\nACME,"Acme, Inc.",Health Care,"Saint Paul, MN"\n')).toEqual([
      ['ACME', { name: 'Acme, Inc.', sector: 'Health Care' }],
    ]);
  });

  it('makes hostile text harmless', () => {
    expect(read(`symbol,name\nacme,"A\u001b[2Jcme\u202E ${'x'.repeat(200)}"\n`)[0][1].name).toBe(
      `A [2Jcme ${'x'.repeat(91)}…`,
    );
  });

  it.each([
    ['date,open\n2020-01-01,1\n', 'is no metadata: it needs a column Symbol'],
    ['Symbol,Founded\nACME,1902\n', 'is no metadata'],
    ['Symbol,Name\nA B C,x\n', '"A B C" is not a symbol'],
    ['[]', 'is JSON; metadata is a CSV'],
    ['# made by hand\n', 'is empty'],
  ])('refuses %j', (text, reason) => expect(() => read(text)).toThrow(reason));
});
