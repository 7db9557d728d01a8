// The materials of a lesson: read by participants, added and removed by its instructor.
import { FileImage, FileText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { MATERIAL_TYPES } from '../../contract/learn.ts';
import type { LessonData, Material } from '../../contract/learn.ts';
import { materialMessages } from '../../contract/messages/learn.ts';
import { isolated } from '../../contract/wire/isolated.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { invalidateCalls } from '../query.ts';
import { buttonLook, IconButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { classList } from '../ui/class-list.ts';
import { Confirm } from '../ui/confirm.tsx';
import { fetchMaterial, sendMaterial } from './save-file.ts';

function sizeText(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.max(1, Math.round(bytes / 1024))} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

interface Note {
  text: string;
  isError: boolean;
}

function UploadButton({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: File[]) => void }) {
  return (
    <label
      className={classList(
        buttonLook({ size: 'small' }),
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent-text',
        isBusy && 'opacity-70',
      )}
    >
      {isBusy ? 'Uploading\u2026' : 'Add files'}
      <input
        type="file"
        multiple
        accept={MATERIAL_TYPES.join(',')}
        disabled={isBusy}
        className="absolute inset-0 cursor-[inherit] opacity-0 file:hidden"
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          // So that the same file can be chosen again.
          event.currentTarget.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
    </label>
  );
}

function MaterialRow({
  material,
  onRemove,
  onNote,
}: {
  material: Material;
  onRemove: (() => void) | null;
  onNote: (note: Note | null) => void;
}) {
  const Icon = material.kind === 'pdf' ? FileText : FileImage;
  async function open(): Promise<void> {
    const refusal = await fetchMaterial(material._id);
    onNote(refusal === null ? null : { text: refusal, isError: true });
  }
  return (
    <li className="flex min-h-12 items-center gap-3 py-1">
      <Icon size={18} aria-hidden="true" className="shrink-0 text-muted" />
      <button
        type="button"
        onClick={() => void open()}
        className="min-w-0 flex-1 text-left font-medium break-words text-accent-text hover:underline"
      >
        {material.name}
      </button>
      <span className="text-sm whitespace-nowrap text-faint">{sizeText(material.bytes)}</span>
      {onRemove && (
        <IconButton size="small" label={`Remove ${material.name}`} onClick={onRemove}>
          <Trash2 size={16} aria-hidden="true" />
        </IconButton>
      )}
    </li>
  );
}

function emptyText(part: LessonData['part']): string {
  return part === 'host'
    ? 'Slides, notes and charts for your learners: PDF or pictures, up to 10 MB each.'
    : 'The instructor has not added any files yet.';
}

export function Materials({ lesson, materials }: { lesson: LessonData; materials: readonly Material[] }) {
  const [isBusy, setIsBusy] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const [doomed, setDoomed] = useState<Material | null>(null);
  const [note, setNote] = useState<Note | null>(null);
  const isHost = lesson.part === 'host' && lesson.status !== 'CANCELED';
  const reload = () => invalidateCalls('GET /getLesson/{id}');

  async function add(files: readonly File[]): Promise<void> {
    setIsBusy(true);
    setNote(null);
    const refusals: string[] = [];
    for (const file of files) {
      const refusal = await sendMaterial(lesson.id, file);
      if (refusal !== null) refusals.push(files.length === 1 ? refusal : `${isolated(file.name)}: ${refusal}`);
    }
    await reload();
    setIsBusy(false);
    const isWhole = refusals.length === 0;
    setNote({ text: isWhole ? materialMessages.added : refusals.join(' '), isError: !isWhole });
  }

  async function remove(material: Material): Promise<void> {
    setIsRemoving(true);
    const reply = await call(
      'POST /removeMaterial/{id}',
      { id: material._id },
      { idempotencyKey: newIdempotencyKey() },
    );
    await reload();
    setIsRemoving(false);
    setDoomed(null);
    setNote({ text: reply.message, isError: !reply.ok });
  }

  return (
    <Card title="Materials" actions={isHost && <UploadButton isBusy={isBusy} onFiles={(files) => void add(files)} />}>
      {materials.length === 0 ? (
        <p className="text-muted">{emptyText(lesson.part)}</p>
      ) : (
        <ul className="divide-y divide-line">
          {materials.map((material) => (
            <MaterialRow
              key={material._id}
              material={material}
              onRemove={isHost ? () => setDoomed(material) : null}
              onNote={setNote}
            />
          ))}
        </ul>
      )}
      <div aria-live="polite">
        {note && <p className={classList('mt-2 text-sm', note.isError ? 'text-down' : 'text-muted')}>{note.text}</p>}
      </div>
      <Confirm
        isOpen={doomed !== null}
        isBusy={isRemoving}
        title="Remove the file"
        text={doomed && `Learners can no longer read ${isolated(doomed.name)}.`}
        confirmLabel="Remove"
        cancelLabel="Keep"
        onConfirm={() => doomed && void remove(doomed)}
        onCancel={() => setDoomed(null)}
      />
    </Card>
  );
}
