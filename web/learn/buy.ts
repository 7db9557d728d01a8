// Getting a place in a lesson: through the checkout if it has a price, directly if it is free.
import { useRef, useState } from 'react';
import type { CourseCard } from '../../contract/learn.ts';
import { lessonMessages } from '../../contract/messages/learn.ts';
import { paymentMessages } from '../../contract/messages/wallet.ts';
import { call, newIdempotencyKey } from '../api.ts';
import { invalidateCalls } from '../query.ts';
import { showAlert } from '../ui/alert.tsx';
import { changedByCourse, usePayment } from '../wallet/payment.ts';
import type { Payment } from '../wallet/payment.ts';
import { titleOf } from './lesson-words.tsx';

type Buyable = Pick<CourseCard, 'id' | 'topic' | 'specialization' | 'hourly_rate'>;

export interface Purchase {
  payment: Payment;
  /** What its checkout says is being paid for. */
  what: string;
  /** The lesson being bought now. */
  busyId: string | null;
  buy: (lesson: Buyable) => Promise<void>;
}

export async function refreshLessons(): Promise<void> {
  await invalidateCalls(...changedByCourse);
}

async function enrolFree(lesson: Buyable): Promise<void> {
  const reply = await call('POST /enrol/{id}', { id: lesson.id }, { idempotencyKey: newIdempotencyKey() });
  await refreshLessons();
  await showAlert(reply.ok ? lessonMessages.enrolled(titleOf(lesson)) : reply.message);
}

export function usePurchase(): Purchase {
  const [target, setTarget] = useState<Buyable | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  // Read when the payment arrives; by then the page has been rendered again.
  const bought = useRef<Buyable | null>(null);
  const payment = usePayment({
    onCredited: () => {
      if (bought.current) void showAlert(paymentMessages.succeededForCourse(titleOf(bought.current)));
    },
  });

  async function buy(lesson: Buyable): Promise<void> {
    if (isBusy) return;
    setTarget(lesson);
    bought.current = lesson;
    setIsBusy(true);
    await (lesson.hourly_rate > 0 ? payment.begin({ course_id: lesson.id }) : enrolFree(lesson));
    setIsBusy(false);
  }

  const what = target ? `Lesson: ${titleOf(target)}` : '';
  return { payment, what, busyId: isBusy && target ? target.id : null, buy };
}
