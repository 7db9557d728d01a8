// Shows an answer: text in paragraphs, lists and tables, with its stocks as links. Any other markup in it is shown as plain text.
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { classList } from '../ui/class-list.ts';
import { Sideways } from '../ui/sideways.tsx';
import { cellTone, languageOf, readAnswer, textOf } from './answer-text.ts';
import type { Block, Piece } from './answer-text.ts';

function StockChip({ symbol }: { symbol: string }) {
  return (
    <Link
      to="/stockdetails/$symbol"
      params={{ symbol }}
      data-symbol={symbol}
      className="rounded-[4px] bg-accent-soft px-1 py-px font-medium whitespace-nowrap text-accent-text hover:underline"
    >
      {symbol}
    </Link>
  );
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return pieces.map(({ kind, text }, index) => {
    if (kind === 'stock') return <StockChip key={index} symbol={text} />;
    const content = <Words text={text} />;
    return kind === 'bold' ? <strong key={index}>{content}</strong> : <span key={index}>{content}</span>;
  });
}

/** A sum stays on one line with its sign. */
function Words({ text }: { text: string }) {
  return text.split(/([+\u2212]\u20b9[\d,.]*\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}

const tones = { gain: 'text-up', loss: 'text-down', number: null, words: null } as const;

type TableBlock = Extract<Block, { kind: 'table' }>;

/** More columns than this do not fit on a phone. */
const MOST_ON_PHONE = 3;

/** Each row of a wide table on a phone, where nobody should have to scroll sideways: its figures below its name. */
function AnswerCards({ head, rows }: TableBlock) {
  return (
    <ul aria-label="Figures" className="divide-y divide-line border-y border-line sm:hidden">
      {rows.map(([name, ...figures], index) => (
        <li key={index} className="py-2">
          <p className="font-medium">
            <span className="font-normal text-muted">
              <Pieces pieces={head[0]} />
            </span>{' '}
            <Pieces pieces={name} />
          </p>
          <dl className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(7.5rem,1fr))] gap-x-6 text-sm">
            {figures.map((figure, column) => (
              <div key={column} className="flex flex-wrap justify-between gap-x-2">
                <dt className="text-muted">
                  <Pieces pieces={head[column + 1]} />
                </dt>
                <dd className={classList('ml-auto text-right', tones[cellTone(textOf(figure))])}>
                  <Pieces pieces={figure} />
                </dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}

function AnswerTable({ head, rows }: TableBlock) {
  const isNumeric = head.map(
    (_, column) => rows.length > 0 && rows.every((row) => cellTone(textOf(row[column])) !== 'words'),
  );
  return (
    <Sideways label="Figures" className={head.length > MOST_ON_PHONE ? 'max-sm:hidden' : undefined}>
      <table className="w-full border-collapse text-base">
        <caption className="sr-only">Figures</caption>
        <thead>
          <tr>
            {head.map((cell, column) => (
              <th
                key={column}
                scope="col"
                className={classList(
                  'border-b border-line py-1 pr-4 text-sm font-medium whitespace-nowrap text-muted last:pr-0',
                  isNumeric[column] ? 'text-right' : 'text-left',
                )}
              >
                <Pieces pieces={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={index} className="border-b border-line last:border-0">
              {row.map((cell, column) => {
                // A figure is read out with the name of its row, which is what it is about.
                const Cell = column === 0 ? 'th' : 'td';
                return (
                  <Cell
                    key={column}
                    scope={column === 0 ? 'row' : undefined}
                    className={classList(
                      'py-1.5 pr-4 align-top font-normal last:pr-0',
                      tones[cellTone(textOf(cell))],
                      isNumeric[column] ? 'text-right whitespace-nowrap' : 'min-w-24 text-left',
                    )}
                  >
                    <Pieces pieces={cell} />
                  </Cell>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Sideways>
  );
}

function AnswerBlock({ block }: { block: Block }) {
  if (block.kind === 'table')
    return (
      <>
        <AnswerTable {...block} />
        {block.head.length > MOST_ON_PHONE && <AnswerCards {...block} />}
      </>
    );
  if (block.kind === 'list')
    return (
      <ul className="list-disc space-y-1 pl-5">
        {block.items.map((item, index) => (
          <li key={index} lang={languageOf(textOf(item))}>
            <Pieces pieces={item} />
          </li>
        ))}
      </ul>
    );
  return (
    <p>
      {block.lines.map((line, index) => (
        <span key={index} lang={languageOf(textOf(line))} className="block">
          <Pieces pieces={line} />
        </span>
      ))}
    </p>
  );
}

export function AnswerBody({ text, symbols }: { text: string; symbols: readonly string[] }) {
  const blocks = useMemo(() => readAnswer(text, symbols), [text, symbols]);
  return (
    <div className="flex flex-col gap-3 break-words">
      {blocks.map((block, index) => (
        <AnswerBlock key={index} block={block} />
      ))}
    </div>
  );
}
