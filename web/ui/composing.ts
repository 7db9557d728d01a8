// Whether a key belongs to an input method that is putting a word together: its Enter accepts the word, its Esc drops it.

/** The code of a key that an input method has used. In Safari it is all there is: the word is complete before its Enter is reported. */
const USED = 229;

interface KeyPress {
  readonly nativeEvent: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>;
}

export function isComposing({ nativeEvent }: KeyPress): boolean {
  return nativeEvent.isComposing || nativeEvent.keyCode === USED;
}
