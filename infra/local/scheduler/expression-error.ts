/** A schedule expression that AWS would refuse; the message says what is wrong with it. */
export class ScheduleExpressionError extends Error {
  override readonly name = 'ScheduleExpressionError';
}
