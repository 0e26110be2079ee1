(module
  (memory (export "memory") 1)

  ;; Computes the dot products of questions (16-bit numbers) with rows (8-bit numbers) of the same
  ;; length. Questions and rows are stored one after the other from the addresses `questions` and
  ;; `rows` on. Writes 32-bit sums from `out` on: for each question, one per row. Multiplies eight
  ;; numbers at once.
  (func (export "products")
    (param $questions i32) (param $question_count i32)
    (param $rows i32) (param $row_count i32)
    (param $length i32) (param $out i32)
    (local $question i32) (local $questions_end i32)
    (local $row i32) (local $rows_end i32)
    (local $at i32) (local $whole i32)
    (local $sums v128) (local $sum i32)

    (local.set $whole (i32.and (local.get $length) (i32.const -8)))
    (local.set $rows_end
      (i32.add (local.get $rows) (i32.mul (local.get $row_count) (local.get $length))))
    (local.set $question (local.get $questions))
    (local.set $questions_end
      (i32.add (local.get $questions)
        (i32.mul (local.get $question_count) (i32.shl (local.get $length) (i32.const 1)))))

    (block $last_question (loop $next_question
      (br_if $last_question (i32.ge_u (local.get $question) (local.get $questions_end)))
      (local.set $row (local.get $rows))

      (block $last_row (loop $next_row
        (br_if $last_row (i32.ge_u (local.get $row) (local.get $rows_end)))
        (local.set $at (i32.const 0))
        (local.set $sums (v128.const i32x4 0 0 0 0))

        (block $last_eight (loop $next_eight
          (br_if $last_eight (i32.ge_u (local.get $at) (local.get $whole)))
          (local.set $sums
            (i32x4.add (local.get $sums)
              (i32x4.dot_i16x8_s
                (v128.load
                  (i32.add (local.get $question) (i32.shl (local.get $at) (i32.const 1))))
                (v128.load8x8_s (i32.add (local.get $row) (local.get $at))))))
          (local.set $at (i32.add (local.get $at) (i32.const 8)))
          (br $next_eight)))

        (local.set $sum
          (i32.add
            (i32.add
              (i32x4.extract_lane 0 (local.get $sums)) (i32x4.extract_lane 1 (local.get $sums)))
            (i32.add
              (i32x4.extract_lane 2 (local.get $sums)) (i32x4.extract_lane 3 (local.get $sums)))))

        ;; Handles the remaining numbers if the length is not a multiple of eight.
        (block $last_one (loop $next_one
          (br_if $last_one (i32.ge_u (local.get $at) (local.get $length)))
          (local.set $sum
            (i32.add (local.get $sum)
              (i32.mul
                (i32.load16_s
                  (i32.add (local.get $question) (i32.shl (local.get $at) (i32.const 1))))
                (i32.load8_s (i32.add (local.get $row) (local.get $at))))))
          (local.set $at (i32.add (local.get $at) (i32.const 1)))
          (br $next_one)))

        (i32.store (local.get $out) (local.get $sum))
        (local.set $out (i32.add (local.get $out) (i32.const 4)))
        (local.set $row (i32.add (local.get $row) (local.get $length)))
        (br $next_row)))

      (local.set $question
        (i32.add (local.get $question) (i32.shl (local.get $length) (i32.const 1))))
      (br $next_question))))

  ;; Adds up `count` rows (8-bit numbers). Their addresses are listed from `places` on, 32 bits
  ;; each. Writes `length` 16-bit numbers from `out` on, eight at once.
  (func (export "sums")
    (param $places i32) (param $count i32) (param $length i32) (param $out i32)
    (local $place i32) (local $places_end i32)
    (local $at i32) (local $whole i32)
    (local $sums v128) (local $sum i32)

    (local.set $whole (i32.and (local.get $length) (i32.const -8)))
    (local.set $places_end
      (i32.add (local.get $places) (i32.shl (local.get $count) (i32.const 2))))

    (block $last_eight (loop $next_eight
      (br_if $last_eight (i32.ge_u (local.get $at) (local.get $whole)))
      (local.set $sums (v128.const i16x8 0 0 0 0 0 0 0 0))
      (local.set $place (local.get $places))
      (block $last_row (loop $next_row
        (br_if $last_row (i32.ge_u (local.get $place) (local.get $places_end)))
        (local.set $sums
          (i16x8.add_sat_s (local.get $sums)
            (v128.load8x8_s (i32.add (i32.load (local.get $place)) (local.get $at)))))
        (local.set $place (i32.add (local.get $place) (i32.const 4)))
        (br $next_row)))
      (v128.store (local.get $out) (local.get $sums))
      (local.set $out (i32.add (local.get $out) (i32.const 16)))
      (local.set $at (i32.add (local.get $at) (i32.const 8)))
      (br $next_eight)))

    ;; Handles the remaining numbers if the length is not a multiple of eight.
    (block $last_one (loop $next_one
      (br_if $last_one (i32.ge_u (local.get $at) (local.get $length)))
      (local.set $sum (i32.const 0))
      (local.set $place (local.get $places))
      (block $last_row_of_one (loop $next_row_of_one
        (br_if $last_row_of_one (i32.ge_u (local.get $place) (local.get $places_end)))
        (local.set $sum
          (i32.add (local.get $sum)
            (i32.load8_s (i32.add (i32.load (local.get $place)) (local.get $at)))))
        (local.set $place (i32.add (local.get $place) (i32.const 4)))
        (br $next_row_of_one)))
      (i32.store16 (local.get $out) (local.get $sum))
      (local.set $out (i32.add (local.get $out) (i32.const 2)))
      (local.set $at (i32.add (local.get $at) (i32.const 1)))
      (br $next_one)))))
