import { useEffect, useState } from 'react'

/** The value once it has rested; `first` until then. */
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
