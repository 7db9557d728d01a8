// A menu of files in which the shown data can be saved.
import { Download } from 'lucide-react';
import { buttonLook } from '../ui/button.tsx';
import { classList } from '../ui/class-list.ts';
import { Disclosure, disclosureItem } from '../ui/disclosure.tsx';
import { download } from '../ui/download.ts';
import { fileName } from './diary/diary-csv.ts';
import type { DiaryRange } from './diary/diary-days.ts';

interface ExportFile<Data> {
  readonly name: string;
  /** The middle of the file's name. */
  readonly what: string;
  readonly make: (data: Data) => string;
}

export interface ExportMenuProps<Data> {
  files: readonly ExportFile<Data>[];
  /** Undefined while it loads. */
  data: Data | undefined;
  days: DiaryRange;
}

export function ExportMenu<Data>({ files, data, days }: ExportMenuProps<Data>) {
  return (
    <Disclosure
      align="end"
      buttonClassName={classList(buttonLook(), 'max-sm:px-2.5')}
      button={
        <>
          <Download size={16} aria-hidden="true" />
          <span className="max-sm:sr-only">Export</span>
        </>
      }
    >
      {(close) =>
        files.map(({ name, what, make }) => (
          <button
            key={what}
            type="button"
            disabled={data === undefined}
            className={disclosureItem}
            onClick={() => {
              if (data !== undefined) download(fileName(what, days), make(data));
              close();
            }}
          >
            {name}
          </button>
        ))
      }
    </Disclosure>
  );
}
