import type { z } from 'zod';

/**
 * How forms are made here: `useForm` in mode 'uncontrolled', each field checked by the very schema that the
 * contract uses (`validate: { email: checkedBy(email) }`), the server's own findings put beside the fields
 * (`form.setErrors(fieldErrorsOf(error))`), everything else above the form or as a toast.
 */
export function checkedBy(schema: z.ZodType): (value: unknown) => string | null {
  return (value) => {
    const result = schema.safeParse(value);
    return result.success ? null : (result.error.issues[0]?.message ?? 'This is not valid.');
  };
}
