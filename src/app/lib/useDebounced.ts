import { useEffect, useState } from 'react'

/** The value as it is once it has not changed for so many milliseconds; `first` until then. */
export function useDebounced<Value, First = Value>(
  value: Value,
  milliseconds: number,
  first: First | Value = value,
): First | Value {
  const [settled, setSettled] = useState<First | Value>(() => first)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(() => value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
