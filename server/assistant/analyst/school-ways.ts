// How things are done in lessons and calls, by learners and by instructors.
import { anyOf } from './any-of.ts';

/** Something that is done on the screens. */
export interface Way {
  /** Words for what is to be done. */
  readonly when: RegExp;
  readonly text: string;
  readonly next: readonly string[];
}

const NEXT = ['When is my next lesson?', 'Which lessons are there?', 'How was my day?'];

/** The first that fits. */
export const SCHOOL_WAYS: readonly Way[] = [
  {
    when: /\b(?:camera|microphone|mic|webcam|video call|call screen)\b/,
    text: 'A lesson of yours stands under Courses, My lessons; its button opens the call once the door is open, a little before the lesson begins. Camera and microphone are chosen before you go in. If one of them stays silent or dark, the browser must be allowed to use it (the sign beside the address), and no other program may hold it; without them you can still watch, listen and write.',
    next: NEXT,
  },
  {
    when: /\brecord(?:ed|ing|s)?\b.{0,20}\b(?:lessons?|class(?:es)?|calls?|sessions?)\b|\b(?:lessons?|class(?:es)?|calls?|sessions?) (?:be |is |are |get )?record/,
    text: 'Calls are not recorded: who misses a lesson cannot watch it afterwards. The files that the instructor has added stay on the page of the lesson.',
    next: NEXT,
  },
  {
    when: anyOf(
      /\b(?:mute|unmute)\b/,
      /\b(?:remove|kick|throw|ban)\b.{0,30}\b(?:calls?|lessons?|class|someone|somebody|people|learners?)\b/,
      /\bshar(?:e|ing) (?:my |the |a )?screen\b|\bscreen[ -]?shar(?:e|ing)\b/,
      /\b(?:raise|lower) (?:my |a |the )?hand\b/,
      /\b(?:start|open|join|enter|begin|host|leave|end) (?:the |a |my )?(?:video )?calls?\b/,
      /\broom codes?\b/,
    ),
    text: 'The call of a lesson is opened with its button: learners find it under Courses, My lessons, and its instructor under Sessions. Below the picture are microphone, camera, Share Screen where the browser can share one, Raise hand, People and Chat. Under People the host mutes somebody or all, lowers hands, and removes somebody; everybody else can report a person there. Who leaves can come back while the call lasts, except when the host has removed them.',
    next: NEXT,
  },
  {
    when: /\battend(?:ed|ance)\b|\bwho (?:came|was|joined|showed up)\b/,
    text: 'Once a lesson has begun, its instructor finds Attendance on its card under Sessions: who came, when, and for how many minutes, and who did not come. The list can be saved as a CSV file.',
    next: ['What do I teach next?', 'When is my next lesson?', 'How was my day?'],
  },
  {
    when: /\b(?:rate|review|stars?)\b/,
    text: 'A lesson can be rated once it is over: under Courses, My lessons press Rate this lesson, choose the stars, and add words if you like. They stand with your name under the ratings of the instructor.',
    next: NEXT,
  },
  {
    when: /\b(?:upload|add|attach|share|put|delete|remove)\b.{0,24}\b(?:slides?|files?|materials?|pdfs?|documents?|homework)\b|\bfile (?:types?|sizes?|formats?)\b|\b(?:large|big)\b.{0,20}\bfiles?\b|\bupload\b/,
    text: 'An instructor opens a lesson under Sessions and adds files on its own page: PDFs and pictures. The page says how large one may be. They are for those who have a place, who find them on the page of the lesson.',
    next: ['When is my next lesson?', 'What do I teach next?', 'How was my day?'],
  },
  {
    when: /\blearners?'?s?'? diar(?:y|ies)\b|\bdiar(?:y|ies) (?:of|from) (?:a |my |the )?(?:learners?|students?|pupils?)\b|\bopened (?:a |their |his |her )?diar(?:y|ies)\b|\bcomment\w*\b.{0,20}\btrades?\b/,
    text: 'Learners can open their diary to an instructor whose lesson they have a place in, for some days. Those that are open to you stand under Learners\u2019 diaries: read one there, and write to a trade what you think of it. The learner is notified, and finds your words beside the trade.',
    next: ['What do I teach next?', 'When is my next lesson?', 'Who can see my portfolio?'],
  },
  {
    when: /\b(?:become|be|as) (?:an? )?(?:instructor|teacher|tutor)\b|\bteach\b/,
    text: 'An instructor has an account apart, with a mail address of its own: choose Instructor when signing up with it. Lessons appear there once the administrators of this site assign them.',
    next: ['When is my next lesson?', 'How was my day?', 'What is a limit order?'],
  },
];
