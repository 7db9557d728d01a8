// The form of a lesson, for planning and for editing: spec 5's fields and rules, each mistake beside its field.
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import {
  HOURLY_RATE_MAX,
  HOURLY_RATE_USUAL,
  lessonForm,
  specializationNames,
  specializations,
} from '../../../contract/learn.ts';
import type { LessonForm as ParsedForm, LessonRow, Specialization } from '../../../contract/learn.ts';
import { lessonMessages } from '../../../contract/messages/learn.ts';
import { isolated } from '../../../contract/wire/isolated.ts';
import type { Refusal } from '../../api.ts';
import { useCall } from '../../query.ts';
import { forgetTyped, typedBefore, useKeepTyped } from '../../typed.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDebounced } from '../../ui/debounce.ts';
import { controlLook, Field } from '../../ui/field.tsx';
import { focusFirstMistake, useForm } from '../../ui/form.ts';
import type { Form } from '../../ui/form.ts';
import { NumberInput } from '../../ui/number-input.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { rebased } from '../rebased.ts';
import { rateHint } from './rate-hint.ts';
import { endFor, isoText, localText } from './session-times.ts';
import { ZONE, zoneText } from '../../learn/lesson-time.tsx';

/** Times are instants in ISO text; the fields show them in the reader's zone. */
const empty = {
  instructor_name: '',
  instructor_email: '',
  specialization: '',
  topic: '',
  about: '',
  hourly_rate: String(HOURLY_RATE_USUAL),
  start_time: '',
  end_time: '',
};
export type SessionValues = typeof empty;
const NAMES = Object.keys(empty) as (keyof SessionValues)[];
const sameValues = (one: SessionValues, other: SessionValues) => NAMES.every((name) => one[name] === other[name]);
type SessionForm = Form<SessionValues, ParsedForm>;

const specializationChoices: { value: Specialization | ''; label: string }[] = [
  { value: '', label: 'None' },
  ...specializationNames.map((value) => ({ value, label: specializations[value] })),
];

export function valuesOf(lesson: LessonRow): SessionValues {
  return {
    instructor_name: lesson.instructor_name,
    instructor_email: lesson.instructor_email,
    specialization: lesson.specialization ?? '',
    topic: lesson.topic,
    about: lesson.about,
    hourly_rate: String(lesson.hourly_rate),
    start_time: lesson.start_time,
    end_time: lesson.end_time,
  };
}

function TimeField({
  label,
  name,
  value,
  error,
  onTime,
  onBlur,
}: {
  label: string;
  name: string;
  value: string;
  error: string | null;
  onTime: (iso: string) => void;
  onBlur: () => void;
}) {
  return (
    <Field label={label} error={error} hint={`Your time zone: ${value ? zoneText(Date.parse(value)) : ZONE}`}>
      {(control) => (
        <input
          type="datetime-local"
          name={name}
          required
          value={localText(value)}
          onChange={(event) => onTime(isoText(event.currentTarget.value))}
          onBlur={onBlur}
          className={controlLook}
          {...control}
        />
      )}
    </Field>
  );
}

/** Who is on the list, and who has the address that is typed: a large site has more instructors than the list has places. */
function useInstructors(typed: string) {
  const { data } = useCall('GET /instructors', {});
  const isListed = data?.some(({ email }) => email === typed);
  const q = useDebounced(typed, 200).slice(0, 64);
  const sought = useCall('GET /instructors', { q }, { enabled: isListed === false && q !== '' });
  const other = isListed ? undefined : sought.data?.find(({ email }) => email === typed);
  return {
    data: data && other ? [...data, other] : data,
    isUnknown: isListed === false && other === undefined && sought.data !== undefined && q === typed.slice(0, 64),
  };
}

/** Choosing a known instructor fills both fields; anybody else is typed. */
function InstructorPicker({ form }: { form: SessionForm }) {
  const typed = form.values.instructor_email.trim().toLowerCase();
  const { data, isUnknown } = useInstructors(typed);
  const known = data?.find(({ email }) => email === typed);
  const choices = [
    {
      value: '',
      label: data?.length === 0 ? 'Nobody has signed up as an instructor yet' : 'Somebody else: type below',
    },
    ...(data ?? []).map(({ name, email }) => ({ value: email, label: `${isolated(name)} (${email})` })),
  ];
  function choose(email: string): void {
    const chosen = data?.find((instructor) => instructor.email === email);
    form.set('instructor_name', chosen?.name ?? '');
    form.set('instructor_email', chosen?.email ?? '');
  }
  return (
    <Select
      label="Instructor"
      className="sm:col-span-2"
      hint={
        // Only once it has been looked for, or the hint would briefly be shown for everybody; and not of an address that is refused.
        !isUnknown || typed === '' || form.errorOf('instructor_email') !== null
          ? undefined
          : 'Nobody has proven this address as an instructor yet. The session appears for them when they sign up with it.'
      }
      choices={choices}
      value={known?.email ?? ''}
      onChoose={choose}
    />
  );
}

function Fields({ form }: { form: SessionForm }) {
  const rate = useCall('GET /config', {}, { staleTime: Number.POSITIVE_INFINITY }).data?.usdInr;
  // While one is typed, the field holds no start for a moment; the end still belongs to the one before.
  const cleared = useRef('');
  // Such as 1e: the browser then says that the field is empty.
  const [isNoNumber, setIsNoNumber] = useState(false);
  function start(iso: string): void {
    const before = form.values.start_time || cleared.current;
    cleared.current = iso === '' ? before : '';
    form.set('start_time', iso);
    if (iso !== '') form.set('end_time', endFor(iso, { start: before, end: form.values.end_time }));
  }
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <InstructorPicker form={form} />
      <TextInput
        label="Instructor Name"
        required
        autoComplete="off"
        maxLength={80}
        {...form.field('instructor_name')}
      />
      <TextInput
        label="Instructor Email"
        type="email"
        inputMode="email"
        required
        autoComplete="off"
        {...form.field('instructor_email')}
      />
      <Select
        label="Specialization"
        name="specialization"
        choices={specializationChoices}
        value={form.values.specialization as Specialization | ''}
        error={form.errorOf('specialization')}
        onChoose={(value) => form.set('specialization', value)}
      />
      <NumberInput
        label="Hourly Rate ($)"
        name="hourly_rate"
        prefix={'\u20B9'}
        step={0.01}
        min={0}
        max={HOURLY_RATE_MAX}
        required
        value={form.values.hourly_rate}
        onType={(text) => {
          setIsNoNumber(false);
          form.set('hourly_rate', text);
        }}
        onBlur={(event) => {
          setIsNoNumber(event.currentTarget.validity.badInput);
          form.field('hourly_rate').onBlur();
        }}
        error={
          isNoNumber
            ? lessonMessages.rateInvalid
            : (form.errorOf('hourly_rate') ??
              (form.values.hourly_rate === '' ? null : (form.mistakes.hourly_rate ?? null)))
        }
        hint={rateHint(form.values.hourly_rate, form.mistakes.hourly_rate !== undefined, rate)}
      />
      <TextInput
        label="Topic (optional)"
        autoComplete="off"
        maxLength={120}
        className="sm:col-span-2"
        placeholder="In place of the specialization"
        {...form.field('topic')}
      />
      <TimeField
        label="Start Time"
        name="start_time"
        value={form.values.start_time}
        error={form.errorOf('start_time')}
        onTime={start}
        onBlur={form.field('start_time').onBlur}
      />
      <TimeField
        label="End Time"
        name="end_time"
        value={form.values.end_time}
        error={form.errorOf('end_time') ?? (form.values.end_time === '' ? null : (form.mistakes.end_time ?? null))}
        onTime={(iso) => form.set('end_time', iso)}
        onBlur={form.field('end_time').onBlur}
      />
      <TextArea
        label="Description (optional)"
        rows={4}
        maxLength={2000}
        className="sm:col-span-2"
        placeholder="What learners will be able to do afterwards, and what to bring"
        value={form.values.about}
        error={form.errorOf('about')}
        onText={(about) => form.set('about', about)}
      />
    </div>
  );
}

export interface SessionFormProps {
  /** The form's initial values, to which it can be reset. */
  initial?: SessionValues;
  /** Under which what was typed is kept while the form is left. */
  name: string;
  submitLabel: string;
  /** Null when it was saved. */
  onSave: (form: ParsedForm) => Promise<Refusal | null>;
}

export function SessionForm(props: SessionFormProps) {
  // A new key resets the form.
  const [round, setRound] = useState(0);
  return (
    <FormBody
      key={round}
      {...props}
      onReset={() => {
        forgetTyped(props.name);
        setRound(round + 1);
      }}
    />
  );
}

/** Storage may contain anything. */
function areValues(value: unknown): value is SessionValues {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Record<string, unknown>;
  return NAMES.every((name) => typeof fields[name] === 'string');
}

/** What was typed here when the form was left, over what the lesson is by now. */
function valuesBefore(name: string, initial: SessionValues): SessionValues {
  const { values, base } = (typedBefore(name) ?? {}) as { values?: unknown; base?: unknown };
  return areValues(values) && areValues(base) ? rebased(values, base, initial) : initial;
}

function FormBody({ initial = empty, name, submitLabel, onSave, onReset }: SessionFormProps & { onReset: () => void }) {
  const [start] = useState(() => valuesBefore(name, initial));
  const [isKept] = useState(!sameValues(start, initial));
  const form = useForm(lessonForm, start, true);
  const [base, setBase] = useState(initial);
  useKeepTyped(name, sameValues(form.values, base) ? undefined : { values: form.values, base }, 'leaving');
  // If another administrator has changed the session meanwhile, that is shown wherever nothing was typed.
  if (!sameValues(base, initial)) {
    setBase(initial);
    const merged = rebased(form.values, base, initial);
    for (const field of NAMES) if (merged[field] !== form.values[field]) form.set(field, merged[field]);
  }
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const parsed = form.check();
    if (parsed === null || isBusy) return;
    setIsBusy(true);
    setError(null);
    const refusal = await onSave(parsed);
    setIsBusy(false);
    if (refusal === null) return forgetTyped(name);
    form.refuse(refusal.fields);
    setError(Object.values(refusal.fields).includes(refusal.message) ? null : refusal.message);
    if (element.current) focusFirstMistake(element.current);
  }

  return (
    <Card className="max-w-3xl">
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-6">
        {isKept && <p className="text-sm text-muted">This is as you left it, and not saved yet. Cancel undoes it.</p>}
        <Fields form={form} />
        <div aria-live="assertive">
          {error && <p className="rounded-box bg-down-soft px-3 py-2 text-down">{error}</p>}
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t border-line pt-4">
          <Button disabled={isBusy} onClick={onReset}>
            Cancel
          </Button>
          <Button type="submit" tone="primary" busy={isBusy} disabled={!form.isValid && !isBusy}>
            {submitLabel}
          </Button>
        </div>
      </form>
    </Card>
  );
}
