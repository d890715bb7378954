/** What a field holds once `sent` is there: `empty`, or what was chosen or typed meanwhile. */
export function afterSending<Value>(now: Value, sent: Value, empty: Value): Value {
  return now === sent ? empty : now;
}
