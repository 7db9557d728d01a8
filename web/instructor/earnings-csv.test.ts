// The statement as a file: its lines add up to its total, and a title that begins like a formula stays a text.
import { expect, test } from 'vitest';
import { earningsCsv } from './earnings-csv.ts';

test('a line for each lesson, and the total of the month', () => {
  const one = { specialization: null, start_time: '2027-06-01T12:30:00.000Z', status: 'COMPLETED' } as const;
  const text = earningsCsv({
    asked: { month: '2027-06', placesSold: 3, sold: 1500.5, placesBack: 1, paidBack: 500.5, takenOver: -200, net: 800 },
    months: [],
    lessons: [
      {
        _id: 'a',
        id: 'a',
        ...one,
        topic: '=1+1',
        placesSold: 2,
        sold: 1000,
        placesBack: 0,
        paidBack: 0,
        takenOver: 0,
        net: 1000,
      },
      {
        _id: 'b',
        id: 'b',
        ...one,
        topic: 'Stops, again',
        placesSold: 1,
        sold: 500.5,
        placesBack: 1,
        paidBack: 500.5,
        takenOver: -200,
        net: -200,
      },
    ],
  });
  expect(text.replace('\uFEFF', '').trim().split('\r\n').slice(1)).toEqual([
    `"a","'=1+1","","01 Jun 2027, 18:00:00","COMPLETED",2,1000,0,0,0,1000`,
    '"b","Stops, again","","01 Jun 2027, 18:00:00","COMPLETED",1,500.5,1,500.5,-200,-200',
    '"Total","","","","",3,1500.5,1,500.5,-200,800',
  ]);
});
